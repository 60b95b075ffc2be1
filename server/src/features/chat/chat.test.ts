import { randomUUID } from 'node:crypto'
import type { ChatConversation, ChatSession, ChatThread } from '@exempta/contract/chat'
import type { ChatMessage } from '@exempta/contract/chat-message'
import { closeCodes, type ServerMessage, type Stream } from '@exempta/contract/events'
import { liveLimits } from '@exempta/contract/live-limits'
import { texts } from '@exempta/contract/texts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { LiveSocket, listenForSockets, socketHeaders } from '../../../test/live-socket.ts'
import { awaitEmail, readEmails, tokenIn } from '../../../test/mailbox.ts'
import { createPerson, signInAs, type TestPerson } from '../../../test/people.ts'
import { personalData } from '../../features.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { openContactConversation } from './index.ts'
import { sweepChats } from './jobs.ts'
import { limits } from './limits.ts'
import { markPresent } from './queries/presence.ts'

let test: TestApp
let url: string
let agent: TestPerson
let agentCookie: string
beforeAll(async () => {
  test = await startTestApp({ runJobs: ['answer-chat-automatically', 'mail-chat-answer'], pollSeconds: 1 })
  url = await listenForSockets(test)
  agent = await createPerson(test, 'admin')
})
// Tests advance the clock a lot, so sessions expire between them.
beforeEach(async () => {
  agentCookie = await signInAs(test, agent)
})
afterAll(() => test.close())

const send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, cookie: string, payload?: object) =>
  test.call({ method, url: path, headers: { cookie }, ...(payload && { payload }) })
const write = (cookie: string, text: string, clientId: string = randomUUID()) =>
  send('POST', '/api/chat/messages', cookie, { clientId, text })
const answer = (chatId: string, text: string, kind = 'message', clientId: string = randomUUID()) =>
  send('POST', `/api/chats/${chatId}/messages`, agentCookie, { clientId, text, kind })
const open = async (cookie: string) =>
  (await send('POST', '/api/chat/open', cookie)).json<{ thread: ChatThread }>().thread
const conversation = async (id: string) =>
  (await send('GET', `/api/chats/${id}`, agentCookie)).json<ChatConversation>()
const list = async (query = '') =>
  (await send('GET', `/api/chats${query}`, agentCookie)).json<{ items: ChatSession[] }>().items
const linesOf = ({ items }: { items: ChatMessage[] }) => items.map(({ kind, text }) => `${kind}: ${text}`)

let guests = 0
async function startAsGuest(name = 'Rosa Guest', email = `guest-${++guests}@example.org`) {
  const response = await test.call({ method: 'POST', url: '/api/chat/guest', payload: { name, email } })
  expect(response.statusCode, email).toBe(201)
  const cookie = response.cookies.find((one) => one.name === 'exempta_chat')
  expect(cookie, email).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  return { cookie: `exempta_chat=${cookie?.value}`, email, ...response.json<{ thread: ChatThread }>() }
}

async function isThereUntil(): Promise<number> {
  const { rows } = await test.database.executeAsOwner(
    'select until from chat_presence where subject_id = $1',
    [agent.id],
  )
  return (rows as { until: Date }[])[0]?.until.getTime() ?? 0
}

/** Opens an agent's console. */
async function attend() {
  const console = await new LiveSocket(url, socketHeaders(agentCookie)).opened()
  await console.follow('agents')
  const isThere = async () => {
    while ((await send('GET', '/api/chats/presence', agentCookie)).json().agents.length === 0);
  }
  await isThere()
  return {
    console,
    async leave(afterMs: number = limits.chatPresenceMs) {
      const before = await isThereUntil()
      console.socket.close()
      await console.closed
      // The leaving must be recorded before the clock moves, or it would count as presence.
      while ((await isThereUntil()) === before);
      test.clock.advance(afterMs)
    },
  }
}

describe('a guest', () => {
  it.each([
    ['   ', 'rosa@example.org', 'name', texts.chat.nameMissing],
    ['Rosa', '  ', 'email', texts.chat.emailMissing],
    ['Rosa', 'rosa', 'email', 'Please enter a valid email address'],
  ])('who gives %j and %j gets an error', async (name, email, path, message) => {
    const refused = await test.call({ method: 'POST', url: '/api/chat/guest', payload: { name, email } })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().fields).toContainEqual({ path, message })
  })

  it('who fills the hidden field starts no thread', async () => {
    const payload = { name: 'Rosa', email: 'rosa@example.org', website: 'https://cheap.example' }
    const refused = await test.call({ method: 'POST', url: '/api/chat/guest', payload })
    expect(refused.statusCode).toBe(422)
    expect(refused.cookies).toEqual([])
  })

  it('gets a welcome, has each message stored once however often it is sent, and is read only with the key', async () => {
    const guest = await startAsGuest('  Rosa  ')
    expect(linesOf(guest.thread)).toEqual([`welcome: ${texts.chat.welcome}`])
    expect(guest.thread.answersTo).toBe(guest.email)
    const clientId = randomUUID()
    const [first, again] = await Promise.all([
      write(guest.cookie, ' <b>Hello</b>\u0007\nthere ', clientId),
      write(guest.cookie, ' <b>Hello</b>\u0007\nthere ', clientId),
    ])
    expect(first?.json()).toEqual(again?.json())
    expect(first?.json()).toMatchObject({
      text: '<b>Hello</b>\nthere',
      sender: 'user',
      seq: 2,
      author: null,
    })

    const stranger = await startAsGuest('Rosa', guest.email)
    expect(linesOf(await open(stranger.cookie))).toEqual([`welcome: ${texts.chat.welcome}`])
    const others = {
      'without a cookie': '',
      'with a guessed cookie': 'exempta_chat=guessed',
      'logged in': await signInAs(test, await createPerson(test)),
    }
    for (const [who, cookie] of Object.entries(others)) {
      expect((await open(cookie))?.items.length ?? 0, who).toBeLessThanOrEqual(1)
      expect((await send('GET', `/api/chats/${guest.thread.id}`, cookie)).statusCode, who).toBeGreaterThan(
        400,
      )
    }
    expect((await write('', 'Hi')).statusCode).toBe(404)
    test.clock.advance(limits.chatGuestMs)
    expect(await open(guest.cookie)).toBeNull()
  })

  it('has card and Social Security numbers hidden before they are stored', async () => {
    const { cookie, thread } = await startAsGuest()
    const message = (
      await write(cookie, 'My card is 4111 1111 1111 1111, SSN 123-45-6789')
    ).json<ChatMessage>()
    expect(message.isMasked).toBe(true)
    const { rows } = await test.database.executeAsOwner(
      `select text from chat_messages where chat_id = $1
       union all select payload::text from live_events where stream = 'chat:' || $1::text`,
      [thread.id],
    )
    expect(JSON.stringify(rows)).not.toMatch(/4111 |123-45-/)
    expect((await answer(thread.id, 'You wrote 4111 1111 1111 1111')).json().text).not.toContain('4111 1111')
  })

  it('is deleted a year after its last message', async () => {
    const old = await startAsGuest()
    await write(old.cookie, 'Last year')
    test.clock.advance(limits.chatGuestKeptMs)
    const young = await startAsGuest()
    await write(young.cookie, 'Today')
    test.clock.advance(1)
    await sweepChats(test.services)
    const { rows } = await test.database.executeAsOwner(
      `select distinct chat_id from chat_messages where chat_id = any($1)`,
      [[old.thread.id, young.thread.id]],
    )
    expect(rows).toEqual([{ chat_id: young.thread.id }])
  })

  it('is limited in size and rate', async () => {
    const { cookie } = await startAsGuest()
    expect((await write(cookie, '   ')).statusCode).toBe(422)
    expect((await write(cookie, 'x'.repeat(liveLimits.chatMessageLength + 1))).statusCode).toBe(422)
    for (let n = 0; n < limits.chatMessagesPerMinute; n++)
      expect((await write(cookie, `${n}`)).statusCode, `message ${n}`).toBe(201)
    expect((await write(cookie, 'too much')).statusCode).toBe(429)
    test.clock.advance(60_000)
    expect((await write(cookie, 'later')).statusCode).toBe(201)
  })

  it('follows their own thread over a socket, and nothing else', async () => {
    const [own, other] = [await startAsGuest(), await startAsGuest()]
    const live = await new LiveSocket(url, socketHeaders(own.cookie)).opened()
    expect(await live.follow(`chat:${own.thread.id}`)).toMatchObject({ type: 'following' })
    for (const stream of [`chat:${other.thread.id}`, 'agents', 'everybody', `person:${agent.id}`] as const) {
      expect(await live.follow(stream), stream).toMatchObject({ type: 'refused' })
    }
    const two = await attend()
    await two.console.follow(`chat:${own.thread.id}`)
    live.send({
      type: 'signal',
      stream: `chat:${own.thread.id}`,
      name: 'typing',
      payload: { isTyping: true },
    })
    await two.console.until((message) => message.type === 'signal' && message.name === 'typing')
    const hello = (await write(own.cookie, 'Hello')).json<ChatMessage>()
    await answer(own.thread.id, 'Between us', 'note')
    const hi = (await answer(own.thread.id, 'Hi Rosa')).json<ChatMessage>()
    await two.console.until(
      (message) => message.type === 'signal' && message.name === 'chatChanged' && message.payload.seq === 4,
    )
    await live.until((message) => message.type === 'event' && message.seq === 3)
    const received = live.received.flatMap((message) =>
      message.type === 'event' && message.name === 'chatMessage' ? [message.payload] : [],
    )
    expect(received).toEqual([hello, hi])
    const { rows: kept } = await test.database.executeAsOwner(
      'select payload from live_events where stream = $1 and seq > 1 order by seq',
      [`chat:${own.thread.id}`],
    )
    expect(kept).toEqual([{ payload: hello }, { payload: hi }])
    expect(linesOf(await open(own.cookie))).not.toContain('note: Between us')
    expect(linesOf(await conversation(own.thread.id))).toContain('note: Between us')
    expect(await list(`?search=${own.email}`)).toMatchObject([{ person: { isHere: true } }])
    live.socket.close()
    await two.leave()
  })
})

describe('over the open socket', () => {
  const sendOverSocket = async (
    live: LiveSocket,
    stream: Stream,
    text: string,
    clientId: string = randomUUID(),
  ) => {
    const before = live.received.length
    live.send({ type: 'send', stream, clientId, text })
    const answer = await live.until(
      (message) => message.type === 'sent' && live.received.indexOf(message) >= before,
    )
    expect(answer, text).toMatchObject({ type: 'sent', stream, clientId })
    return (answer as Extract<ServerMessage, { type: 'sent' }>).message
  }
  const textsIn = async (chatId: string) => linesOf(await conversation(chatId)).slice(1)

  it('a guest writes by the rules of the route, once, and only into their own thread', async () => {
    // While an agent is present, no automatic answer interferes.
    const attending = await attend()
    const [own, other] = [await startAsGuest(), await startAsGuest()]
    const [mine, theirs] = [`chat:${own.thread.id}`, `chat:${other.thread.id}`] as const
    const live = await new LiveSocket(url, socketHeaders(own.cookie)).opened()
    expect(await sendOverSocket(live, mine, 'Not followed yet')).toBeNull()
    await live.follow(mine)
    const clientId = randomUUID()
    const first = await sendOverSocket(live, mine, ' Hello\u0007 there ', clientId)
    expect(first).toMatchObject({ text: 'Hello there', sender: 'user', seq: 2, author: null })
    expect(await sendOverSocket(live, mine, ' Hello\u0007 there ', clientId)).toEqual(first)
    expect(await sendOverSocket(live, mine, 'Card 4111 1111 1111 1111')).toMatchObject({
      isMasked: true,
      seq: 3,
    })
    for (const refused of ['   ', 'x'.repeat(liveLimits.chatMessageLength + 1)])
      expect(await sendOverSocket(live, mine, refused), `${refused.length} characters`).toBeNull()
    expect(await live.follow(theirs)).toMatchObject({ type: 'refused' })
    expect(await sendOverSocket(live, theirs, 'Into another thread')).toBeNull()
    expect(await textsIn(own.thread.id)).toEqual(['message: Hello there', expect.stringMatching(/Card •+/)])
    await live.until((message) => message.type === 'event' && message.seq === 3)
    expect(live.sequence).toEqual([2, 3])
    for (let n = 2; n < limits.chatMessagesPerMinute; n++)
      expect((await write(own.cookie, 'x')).statusCode, `message ${n}`).toBe(201)
    expect(await sendOverSocket(live, mine, 'Too much')).toBeNull()
    test.clock.advance(60_000)
    expect(await sendOverSocket(live, mine, 'Later')).toMatchObject({ text: 'Later' })
    live.socket.close()
    await attending.leave()
  })

  it('a person’s session is checked each time, and nobody writes into a thread that they only follow', async () => {
    const attending = await attend()
    const person = await createPerson(test)
    const cookie = await signInAs(test, person)
    const { id } = await open(cookie)
    const live = await new LiveSocket(url, socketHeaders(cookie)).opened()
    await live.follow(`chat:${id}`)
    expect(await sendOverSocket(live, `chat:${id}`, 'Hello')).toMatchObject({ text: 'Hello' })
    await open(agentCookie)
    const console = await new LiveSocket(url, socketHeaders(agentCookie)).opened()
    await console.follow(`chat:${id}`)
    expect(await sendOverSocket(console, `chat:${id}`, 'As if by the person')).toBeNull()
    // Deletes the session without notifying its sockets.
    await test.database.executeAsOwner('delete from sessions where user_id = $1', [person.id])
    live.send({ type: 'send', stream: `chat:${id}`, clientId: randomUUID(), text: 'Too late' })
    expect(await live.closed).toMatchObject({ code: closeCodes.sessionEnded })
    expect(await textsIn(id)).toEqual(['message: Hello'])
    console.socket.close()
    await attending.leave()
  })
})

describe('one path for every message', () => {
  it('publishes each message exactly as it is returned and listed, whoever sent it and however', async () => {
    const attending = await attend()
    const guest = await startAsGuest()
    const stream: Stream = `chat:${guest.thread.id}`
    const live = await new LiveSocket(url, socketHeaders(guest.cookie)).opened()
    await live.follow(stream)
    const posted = (await write(guest.cookie, 'Posted, with SSN 123-45-6789')).json<ChatMessage>()
    const clientId = randomUUID()
    live.send({ type: 'send', stream, clientId, text: 'Over the socket' })
    const overSocket = await live.until((message) => message.type === 'sent')
    const answered = (await answer(guest.thread.id, 'Answered')).json<ChatMessage>()
    await attending.leave()
    test.clock.advance(60_000)
    await write(guest.cookie, 'Anybody?')
    await live.until((message) => message.type === 'event' && message.seq === 6)

    const { items } = await open(guest.cookie)
    expect(items.map(({ kind, sender, seq }) => [seq, sender, kind])).toEqual([
      [1, 'agent', 'welcome'],
      [2, 'user', 'message'],
      [3, 'user', 'message'],
      [4, 'agent', 'message'],
      [5, 'user', 'message'],
      [6, 'agent', 'automatic'],
    ])
    expect(items.slice(1, 4)).toEqual([
      posted,
      (overSocket as Extract<ServerMessage, { type: 'sent' }>).message,
      answered,
    ])
    const { rows } = await test.database.executeAsOwner(
      'select payload from live_events where stream = $1 order by seq',
      [stream],
    )
    expect(rows).toEqual(items.map((payload) => ({ payload })))
    live.socket.close()
  })

  it('answers a repeated message with the stored one, even past the limit per minute', async () => {
    const { cookie } = await startAsGuest()
    const clientId = randomUUID()
    const first = await write(cookie, 'Once', clientId)
    for (let n = 1; n < limits.chatMessagesPerMinute; n++)
      expect((await write(cookie, `${n}`)).statusCode, `message ${n}`).toBe(201)
    expect((await write(cookie, 'One too many')).statusCode).toBe(429)
    const repeated = await write(cookie, 'Once', clientId)
    expect(repeated.statusCode).toBe(201)
    expect(repeated.json()).toEqual(first.json())
  })
})

describe('logging in', () => {
  it('appends a guest’s thread to the account’s and closes the guest’s access', async () => {
    const person = await createPerson(test)
    const signIn = (cookie: string) =>
      test.call({
        method: 'POST',
        url: '/api/session',
        headers: { cookie },
        payload: { email: person.email, password: person.password },
      })
    const first = await startAsGuest()
    await write(first.cookie, 'As a guest')
    const asGuest = await new LiveSocket(url, socketHeaders(first.cookie)).opened()
    await asGuest.follow(`chat:${first.thread.id}`)
    const entered = await signIn(first.cookie)
    expect(await asGuest.closed).toMatchObject({ code: closeCodes.rightsChanged })
    expect(entered.cookies).toContainEqual(expect.objectContaining({ name: 'exempta_chat', value: '' }))
    const session = `exempta_session=${entered.cookies.find((one) => one.name === 'exempta_session')?.value}`
    expect(await open(session)).toMatchObject({ id: first.thread.id, answersTo: person.email })
    expect(await open(first.cookie)).toBeNull()
    await answer(first.thread.id, 'Hello')

    const second = await startAsGuest()
    const clientId = randomUUID()
    await write(second.cookie, 'A guest again', clientId)
    await signIn(second.cookie)
    await write(session, 'A guest again', clientId)
    // No agent is present, so an automatic answer may arrive at any moment.
    const all = linesOf(await open(session)).filter((line) => !line.startsWith('automatic'))
    expect(all).toEqual([
      `welcome: ${texts.chat.welcome}`,
      'message: As a guest',
      'message: Hello',
      'message: A guest again',
    ])
    expect(await list(`?search=${person.email}`)).toMatchObject([
      { id: first.thread.id, unread: 1, threads: 1, person: { userId: person.id } },
    ])
    expect((await auditOf(test, first.thread.id)).map(({ action }) => action).sort()).toEqual([
      'chat.answer',
      'chat.join',
      'chat.join',
      'chat.start',
    ])
  })
})

describe('the console', () => {
  it('groups by address, counts unread messages, searches texts, and filters by status', async () => {
    const attending = await attend()
    const email = 'twice@example.org'
    const [one, two] = [await startAsGuest('Ada Twice', email), await startAsGuest('Ada Twice', email)]
    expect(await list(`?search=${email}`)).toEqual([])
    await write(one.cookie, 'first thread')
    test.clock.advance(1000)
    await write(two.cookie, 'second thread')
    await write(two.cookie, 'about a zebra')
    const [entry] = await list('?search=zebra')
    expect(entry).toMatchObject({
      id: two.thread.id,
      threads: 2,
      unread: 3,
      person: { name: 'Ada Twice', email, userId: null },
      lastMessage: { text: 'about a zebra', sender: 'user' },
    })
    const shown = await conversation(two.thread.id)
    expect(shown.otherThreads.map(({ id }) => id)).toEqual([one.thread.id])
    await send('POST', `/api/chats/${two.thread.id}/read`, agentCookie, { seq: 2 })
    expect(await list('?search=zebra')).toMatchObject([{ unread: 2 }])
    await send('POST', `/api/chats/${two.thread.id}/read`, agentCookie, { seq: 999 })
    expect((await open(two.cookie)).agentReadSeq).toBe(shown.items.at(-1)?.seq)
    expect(await list('?search=zebra')).toMatchObject([{ unread: 1 }])
    const counted = async () => (await send('GET', '/api/chats/presence', agentCookie)).json().unread
    const before = await counted()

    const change = (body: object) => send('PATCH', `/api/chats/${two.thread.id}`, agentCookie, body)
    expect((await change({ isMine: true })).statusCode).toBe(204)
    expect(await list('?show=mine')).toMatchObject([{ assignee: { id: agent.id, name: agent.name } }])
    await change({ status: 'closed' })
    const close = (status: string) => send('PATCH', `/api/chats/${one.thread.id}`, agentCookie, { status })
    await close('closed')
    expect(await counted(), 'a closed conversation isn’t counted').toBe(before - 1)
    expect(await list('?show=unread&search=twice'), 'nor listed').toEqual([])
    await close('open')
    expect((await list('?show=unread&search=twice')).map(({ unread }) => unread)).toEqual([1])
    expect((await list('?show=open&search=twice')).map(({ id }) => id)).toEqual([one.thread.id])
    expect((await list('?show=closed&search=twice')).map(({ id }) => id)).toEqual([two.thread.id])
    await write(two.cookie, 'one more thing')
    expect(await conversation(two.thread.id)).toMatchObject({ status: 'open' })
    const missing = randomUUID()
    for (const [method, path, body] of [
      ['GET', `/api/chats/${missing}`, undefined],
      ['PATCH', `/api/chats/${missing}`, { status: 'closed' }],
      ['POST', `/api/chats/${missing}/transcript`, undefined],
    ] as const) {
      expect((await send(method, path, agentCookie, body)).statusCode, `${method} ${path}`).toBe(404)
    }
    await attending.leave()
  })

  it('marks a conversation as unread again, and rings the bell once per conversation', async () => {
    const guest = await startAsGuest('Bell Ringer')
    const bells = async () => {
      const { items } = (await send('GET', '/api/notifications', agentCookie)).json()
      return items.filter(({ title }: { title: string }) => title === 'Bell Ringer wrote to live support')
    }
    await write(guest.cookie, 'One')
    await write(guest.cookie, 'Two')
    expect(await bells()).toMatchObject([{ link: `/admin/chats?chat=${guest.thread.id}` }])
    const unread = async () => (await conversation(guest.thread.id)).unread
    expect(await unread()).toBe(2)
    const { items } = await conversation(guest.thread.id)
    await send('POST', `/api/chats/${guest.thread.id}/read`, agentCookie, { seq: items.at(-1)?.seq })
    expect(await unread()).toBe(0)
    expect((await send('POST', `/api/chats/${guest.thread.id}/unread`, agentCookie)).statusCode).toBe(204)
    expect(await unread()).toBe(1)
    expect((await send('POST', `/api/chats/${randomUUID()}/unread`, agentCookie)).statusCode).toBe(404)
    test.clock.advance(limits.chatBellQuietMs)
    agentCookie = await signInAs(test, agent)
    await write(guest.cookie, 'Three')
    expect(await bells()).toHaveLength(2)
  })

  it('pages through sessions without losing one', async () => {
    for (let n = 0; n < 3; n++) {
      test.clock.advance(1000)
      await write((await startAsGuest(`Paged ${n}`)).cookie, 'paged through')
    }
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = (await send('GET', `/api/chats?search=paged through&limit=1${cursor}`, agentCookie)).json()
      seen.push(...page.items.map((item: ChatSession) => item.person.name))
      if (!page.nextCursor) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect(seen).toEqual(['Paged 2', 'Paged 1', 'Paged 0'])
  })

  it('shows the account with its documents’ names and statuses, and nothing to anyone else', async () => {
    const person = await createPerson(test)
    const cookie = await signInAs(test, person)
    const { id } = await open(cookie)
    await write(cookie, 'Where is my certificate?')
    await test.database.executeAsOwner(
      `insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, created_at, updated_at)
       values ($1, $2, 'Certificate.pdf', 'application/pdf', 'processing', 10, sha256('x'), true, now(), now())`,
      [randomUUID(), person.id],
    )
    expect((await conversation(id)).account).toMatchObject({
      role: 'user',
      status: 'active',
      business: null,
      documentCount: 1,
      documents: [{ name: 'Certificate.pdf', status: 'processing' }],
    })
    const names = await test.services.database.transact(
      { kind: 'person', id: person.id, role: 'user' },
      (tx) => tx.selectFrom('document_names').selectAll().execute(),
    )
    expect(names).toEqual([])
  })
})

describe('when no agent is present', () => {
  it('answers automatically once per absence, and not while an agent is present', async () => {
    const guest = await startAsGuest()
    const live = await new LiveSocket(url, socketHeaders(guest.cookie)).opened()
    await live.follow(`chat:${guest.thread.id}`)
    const automatic = async () =>
      (await open(guest.cookie)).items.filter(({ kind }) => kind === 'automatic').map(({ text }) => text)
    await write(guest.cookie, 'Anybody?')
    await live.until(
      (message) =>
        message.type === 'event' && message.name === 'chatMessage' && message.payload.kind === 'automatic',
    )
    expect(texts.chat.automaticReplies.slice(0, 3)).toContain((await automatic())[0])
    await write(guest.cookie, 'Still nobody?')
    const two = await attend()
    await write(guest.cookie, 'And now?')
    await two.leave()
    test.clock.advance(60_000)
    await write(guest.cookie, 'Gone again?')
    await live.until((message) => message.type === 'event' && message.seq === 7)
    expect(await automatic()).toHaveLength(2)
    live.socket.close()
  })

  it('answers automatically what was asked just after the last agent left', async () => {
    const desk = await attend()
    const guest = await startAsGuest()
    const live = await new LiveSocket(url, socketHeaders(guest.cookie)).opened()
    await live.follow(`chat:${guest.thread.id}`)
    await desk.leave(0)
    await write(guest.cookie, 'Are you still there?')
    test.clock.advance(limits.chatAutomaticReplyMs + limits.chatLeaveMs)
    await live.until(
      (message) =>
        message.type === 'event' && message.name === 'chatMessage' && message.payload.kind === 'automatic',
    )
    live.socket.close()
  })

  it('counts an agent who is away as absent, whatever pages are open', async () => {
    const isAttended = async () => (await send('GET', '/api/chat/status', '')).json().isAttended
    const setAway = (isAway: boolean) => send('PUT', '/api/chats/presence', agentCookie, { isAway })
    const isAway = async () => (await send('GET', '/api/chats/presence', agentCookie)).json().isAway
    const desk = await attend()
    expect([await isAttended(), await isAway()]).toEqual([true, false])
    await setAway(true)
    expect([await isAttended(), await isAway()]).toEqual([false, true])
    // Nor does another page that opens meanwhile, or the next heartbeat of the open ones, make them present.
    const page = await new LiveSocket(url, socketHeaders(agentCookie)).opened()
    await page.follow('agents')
    expect(await isAttended()).toBe(false)
    const until = new Date(test.clock.now().getTime() + limits.chatPresenceMs)
    const heartbeat = [{ kind: 'agent', subjectId: agent.id }] as const
    await test.services.database.transact(systemActor, (tx) =>
      markPresent(tx, heartbeat, randomUUID(), until),
    )
    expect(await isAttended()).toBe(false)
    await setAway(false)
    expect([await isAttended(), await isAway()]).toEqual([true, false])
    page.socket.close()
    await page.closed
    await desk.leave()
  })

  it('counts an agent as present again at once when another page opens after a long pause', async () => {
    const isAttended = async () => (await send('GET', '/api/chat/status', '')).json().isAttended
    const { console } = await attend()
    test.clock.advance(limits.chatPresenceMs + 1)
    expect(await isAttended()).toBe(false)
    const page = await new LiveSocket(url, socketHeaders(agentCookie)).opened()
    await page.follow('agents')
    await expect.poll(isAttended).toBe(true)
    for (const live of [page, console]) {
      live.socket.close()
      await live.closed
    }
    test.clock.advance(limits.chatPresenceMs)
  })

  it('emails an answer to a person who has left, with a link that opens the thread once', async () => {
    const guest = await startAsGuest()
    await write(guest.cookie, 'I have to go')
    await answer(guest.thread.id, 'Here is your answer')
    const sent = await awaitEmail(test, guest.email, 'chat-answer')
    expect(sent.text).toContain('Here is your answer')
    const back = () =>
      test.call({ method: 'POST', url: '/api/chat/return', payload: { token: tokenIn(sent) } })
    const returned = await back()
    expect(returned.json().thread.id).toBe(guest.thread.id)
    expect((await back()).statusCode).toBe(410)
    const cookie = `exempta_chat=${returned.cookies[0]?.value}`
    const { items } = await open(cookie)
    await send('POST', '/api/chat/read', cookie, { seq: items.at(-1)?.seq })
    expect((await conversation(guest.thread.id)).personReadSeq).toBe(items.at(-1)?.seq)
    expect((await send('POST', `/api/chats/${guest.thread.id}/transcript`, agentCookie)).statusCode).toBe(204)
    const transcript = await awaitEmail(test, guest.email, 'chat-transcript')
    expect(transcript.text).toContain('I have to go')
    expect((await auditOf(test, guest.thread.id)).map(({ action }) => action).sort()).toEqual([
      'chat.answer',
      'chat.return',
      'chat.start',
      'chat.transcript',
    ])
  })

  it('moves the thread to the owner of the address once they use the emailed link', async () => {
    const stranger = await startAsGuest('Someone Else', 'address-of-rosa@example.org')
    // A session that must first choose a password counts as a guest and is closed like one.
    const account = await createPerson(test)
    await test.database.executeAsOwner('update passwords set is_temporary = true where user_id = $1', [
      account.id,
    ])
    const bound = `${await signInAs(test, account)}; ${stranger.cookie}`
    await write(stranger.cookie, 'Please tell me about my account')
    await answer(stranger.thread.id, 'What do you want to know?')
    const sent = await awaitEmail(test, stranger.email, 'chat-answer')
    const listening: [string, LiveSocket][] = []
    for (const [who, cookie] of Object.entries({ stranger: stranger.cookie, bound })) {
      const live = await new LiveSocket(url, socketHeaders(cookie)).opened()
      expect(await live.follow(`chat:${stranger.thread.id}`), who).toMatchObject({ type: 'following' })
      listening.push([who, live])
    }

    const returned = await send('POST', '/api/chat/return', '', { token: tokenIn(sent) })
    const owner = `exempta_chat=${returned.cookies[0]?.value}`
    expect((await write(owner, 'I never asked, but here is my secret')).statusCode).toBe(201)

    for (const [who, live] of listening) {
      expect(await live.closed, who).toMatchObject({ code: closeCodes.rightsChanged })
      expect(JSON.stringify(live.received), who).not.toContain('secret')
    }
    expect(await open(stranger.cookie)).toBeNull()
    expect((await write(stranger.cookie, 'Hello?')).statusCode).toBe(404)
    expect((await send('GET', '/api/chat/messages', stranger.cookie)).statusCode).toBe(404)
    const again = new LiveSocket(url, socketHeaders(stranger.cookie))
    expect(await again.closed).toMatchObject({ code: 1006 })
    expect(linesOf(await open(owner))).toContain('message: I never asked, but here is my secret')
  })

  it('turns contact messages into conversations that are answered by email', async () => {
    const email = 'contact@example.org'
    const id = await test.services.database.transact(systemActor, (tx) =>
      openContactConversation(test.services, tx, {
        name: 'Carl',
        email,
        subject: 'A question',
        message: 'How long are files kept?',
      }),
    )
    expect(await list(`?search=${email}`)).toMatchObject([
      { id, kind: 'mail', subject: 'A question', unread: 1 },
    ])
    await answer(id, 'As long as you choose.', 'note')
    await answer(id, 'As long as you choose.')
    const sent = await awaitEmail(test, email, 'chat-answer')
    expect(sent.subject).toBe('Re: A question')
    expect((await readEmails(test, email)).filter(({ template }) => template === 'chat-answer')).toHaveLength(
      1,
    )
  })
})

it('exports a person’s messages and erases them with the account', async () => {
  const person = await createPerson(test)
  const cookie = await signInAs(test, person)
  const { id } = await open(cookie)
  await write(cookie, 'Remember me')
  await answer(id, 'secret note', 'note')
  const entries: unknown[] = []
  for (const contribute of personalData.contributors) {
    for await (const entry of contribute(test.services, { kind: 'person', id: person.id, role: 'user' })) {
      if (entry.path !== 'chat.json' || !('rows' in entry)) continue
      // An automatic answer may have arrived by now.
      for await (const row of entry.rows as AsyncIterable<{ kind: string }>) {
        if (row.kind !== 'automatic') entries.push(row)
      }
    }
  }
  expect(entries).toMatchObject([{ kind: 'welcome' }, { sender: 'user', text: 'Remember me' }])
  for (const erase of personalData.erasers) await erase(test.services, person.id)
  const { rows } = await test.database.executeAsOwner(
    `select 1 from chats where id = $1 union all select 1 from live_events where stream = 'chat:' || $1::text`,
    [id],
  )
  expect(rows).toEqual([])
})

it('writes neither messages nor their senders to the log', async () => {
  const { cookie, email } = await startAsGuest('Secretive Rosa')
  await write(cookie, 'a very private sentence')
  const refused = await test.call({
    method: 'POST',
    url: '/api/chat/messages',
    headers: { origin: 'https://evil.example', cookie },
    payload: { clientId: randomUUID(), text: 'a very private sentence' },
  })
  expect(refused.statusCode).toBe(403)
  for (const word of ['private sentence', 'Secretive', email, cookie.split('=')[1] ?? '']) {
    expect(test.logged(), word).not.toContain(word)
  }
})
