import { randomInt } from 'node:crypto'
import type { ChatThread } from '@exempta/contract/chat'
import type { ChatMessage } from '@exempta/contract/chat-message'
import type { Stream } from '@exempta/contract/events'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket as Socket } from 'ws'
import {
  Conversation,
  type Outgoing,
  type Window,
} from '../../../../web/src/features/chat/conversation/conversation.ts'
import { Live } from '../../../../web/src/lib/live.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { listenForSockets, socketHeaders } from '../../../test/live-socket.ts'
import { createPerson, signInAs } from '../../../test/people.ts'

/** Both sides of a chat, like their browsers, over connections that are cut again and again. */

const rounds = Number(process.env.FAULT_ROUNDS)
const messagesPerRound = 12

let test: TestApp
let url: string
beforeAll(async () => {
  test = await startTestApp({ logLevel: 'silent', live: { stopMs: 100 } })
  url = await listenForSockets(test)
})
afterAll(() => test.close())

class CutError extends Error {}

interface Paths {
  messages: string
  /** Fetches the newest messages and how far each side has read. */
  fetch(): Promise<Window>
}

/**
 * One browser: its socket, and requests that are sometimes lost before and sometimes after they reach the
 * server.
 */
function openSide(
  cookie: string,
  stream: Stream,
  first: Window,
  { messages, fetch }: Paths,
  kind?: 'message',
) {
  const side = { socket: undefined as Socket | undefined, lostCalls: 0, sentOverSocket: 0 }
  const send = async ({ clientId, text }: Outgoing): Promise<ChatMessage> => {
    const acknowledged = kind ? undefined : await live.sendMessage(stream, { clientId, text })
    if (acknowledged) {
      side.sentOverSocket += 1
      return acknowledged
    }
    const fate = randomInt(6)
    if (fate === 0) {
      side.lostCalls += 1
      throw new CutError('before it was sent')
    }
    const answer = await test.call({
      method: 'POST',
      url: messages,
      headers: { cookie },
      payload: { clientId, text, ...(kind && { kind }) },
    })
    if (answer.statusCode === 429) test.clock.advance(60_000)
    if (answer.statusCode !== 201) throw new CutError(`answered ${answer.statusCode}`)
    if (fate === 1) {
      side.lostCalls += 1
      throw new CutError('before the answer came')
    }
    return answer.json()
  }
  const conversation = new Conversation({
    first,
    retryMs: [1, 2, 5],
    calls: {
      send,
      loadOlder: () => Promise.reject(new Error('not asked for')),
      finalFailure: (error) => (error instanceof CutError ? undefined : String(error)),
      keep: () => undefined,
    },
  })
  const live = new Live({
    open: () => {
      side.socket = new Socket(url, { headers: socketHeaders(cookie) })
      // A browser's socket reports this only by its close event.
      side.socket.on('error', () => undefined)
      return side.socket as unknown as WebSocket
    },
    onSessionEnded: () => {
      throw new Error('The session must not end')
    },
    timing: { reconnectMs: [1, 5, 10] },
  })
  const received: number[] = []
  const leave = live.follow(stream, {
    onEvent: ({ name, payload }) => {
      if (name !== 'chatMessage') return
      received.push(payload.seq)
      conversation.receive(payload)
    },
    onStale: () => void fetch().then((window) => conversation.refresh(window)),
  })
  return Object.assign(side, { conversation, received, leave })
}

it('loses, duplicates and reorders nothing while connections are cut and both sides write', async () => {
  const started = await test.call({
    method: 'POST',
    url: '/api/chat/guest',
    payload: { name: 'Rosa', email: 'rosa@example.org' },
  })
  const { thread } = started.json<{ thread: ChatThread }>()
  const guestCookie = `exempta_chat=${started.cookies[0]?.value}`
  const agentCookie = await signInAs(test, await createPerson(test, 'admin'))
  const get = async (method: 'GET' | 'POST', path: string, cookie: string) =>
    (await test.call({ method, url: path, headers: { cookie } })).json()
  const stream: Stream = `chat:${thread.id}`
  const guest = openSide(guestCookie, stream, thread, {
    messages: '/api/chat/messages',
    fetch: async () => (await get('POST', '/api/chat/open', guestCookie)).thread,
  })
  guest.conversation.send('first')
  await vi.waitFor(() => expect(guest.conversation.state.outgoing).toEqual([]), { timeout: 30_000 })
  const agent = openSide(
    agentCookie,
    stream,
    thread,
    {
      messages: `/api/chats/${thread.id}/messages`,
      fetch: () => get('GET', `/api/chats/${thread.id}`, agentCookie),
    },
    'message',
  )
  const sides = { guest, agent }
  const written: string[][] = [['first'], []]
  for (let cuts = 0; cuts < rounds; ) {
    let cutAfter = randomInt(messagesPerRound)
    for (let n = 0; n < messagesPerRound; n++) {
      const at = n % 2
      const text = `${at} ${written[at]?.length}`
      written[at]?.push(text)
      const side = at === 0 ? guest : agent
      side.conversation.send(text)
      if (cutAfter-- === 0) {
        const ends =
          [[guest.socket], [agent.socket], [...test.app.websocketServer.clients]][randomInt(3)] ?? []
        for (const socket of ends) socket?.terminate()
        cuts += 1
      }
    }
    for (const [name, { conversation }] of Object.entries(sides)) {
      await vi.waitFor(() => expect(conversation.state.outgoing, name).toEqual([]), { timeout: 60_000 })
    }
  }
  // In a short run every message may have gone through the route while the sockets were reconnecting.
  while (guest.sentOverSocket === 0) {
    const text = `0 ${written[0]?.length}`
    written[0]?.push(text)
    guest.conversation.send(text)
    await vi.waitFor(() => expect(guest.conversation.state.outgoing, text).toEqual([]), { timeout: 60_000 })
  }
  const total = written.flat().length + 1
  const stored = await test.database.executeAsOwner(
    'select seq, sender, text from chat_messages where chat_id = $1 order by seq',
    [thread.id],
  )
  const rows = stored.rows as { seq: number; sender: string; text: string }[]
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: total }, (_, at) => at + 1))
  expect(rows.filter(({ sender }) => sender === 'user').map(({ text }) => text)).toEqual(written[0])
  expect(
    rows
      .filter(({ sender }) => sender === 'agent')
      .map(({ text }) => text)
      .slice(1),
  ).toEqual(written[1])
  for (const [name, { conversation, received, leave }] of Object.entries(sides)) {
    await vi.waitFor(() => expect(conversation.state.items, name).toHaveLength(total), { timeout: 60_000 })
    expect(
      conversation.state.items.map(({ seq, text }) => [seq, text]),
      name,
    ).toEqual(rows.map(({ seq, text }) => [seq, text]))
    expect(received, name).toEqual([...new Set(received)].sort((one, other) => one - other))
    leave()
    conversation.close()
  }
})
