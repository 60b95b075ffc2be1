/** Two replicas are replaced one after the other while people work: no request fails, and no message is lost. */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { ChatThread } from '@exempta/contract/chat'
import { livePath } from '@exempta/contract/events'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket as Socket } from 'ws'
import { Live } from '../../web/src/lib/live.ts'
import { type Cluster, startCluster } from '../test/cluster.ts'

const password = 'correct horse battery'
const admin = { email: 'admin@example.org', password }
const lanes = 4
const rounds = Math.max(1, Math.floor(Number(process.env.FAULT_ROUNDS) / 10))

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster({
    environment: {
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT_PER_MINUTE: '1000000',
      GUESS_LIMIT_PER_MINUTE: '1000000',
      // Several times the interval at which the load balancer asks.
      DRAIN_SECONDS: '3',
    },
  })
})
afterAll(() => cluster?.stop())

interface Answer {
  status: number
  cookie: string
  body: string
}

// Connections are kept, as a proxy keeps them, and nothing is sent again.
const connections = new Agent({ keepAlive: true })

function call(method: 'GET' | 'POST', path: string, body?: unknown, cookie = ''): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = { origin: cluster.origin, 'content-type': 'application/json', cookie }
  const outgoing = request(`${cluster.origin}${path}`, { method, headers, agent: connections })
  outgoing.on('error', reject)
  outgoing.on('response', (response) => {
    const cookies = (response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0])
    text(response).then(
      (received) => resolve({ status: response.statusCode ?? 0, cookie: cookies.join('; '), body: received }),
      reject,
    )
  })
  outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}

/** For the preparations: a replica that has only just started may ask to come back later. */
const answered = (status: number, attempt: () => Promise<Answer>) =>
  vi.waitFor(
    async () => {
      const answer = await attempt()
      expect(answer.status, answer.body).toBe(status)
      return answer
    },
    { timeout: 60_000, interval: 500 },
  )

it('a rolling restart fails no request and loses no message', async () => {
  const agent = await answered(200, () => call('POST', '/api/session', admin))
  const guest = { name: 'Rosa', email: 'rosa@example.org' }
  const started = await answered(201, () => call('POST', '/api/chat/guest', guest))
  const { thread } = JSON.parse(started.body) as { thread: ChatThread }
  const received: string[] = []
  let staleTimes = 0
  const live = new Live({
    open: () => {
      const headers = { origin: cluster.origin, cookie: started.cookie }
      const socket = new Socket(`${cluster.origin.replace('http', 'ws')}${livePath}`, { headers })
      // A browser's socket has only the close event for this.
      socket.on('error', () => undefined)
      return socket as unknown as WebSocket
    },
    onSessionEnded: () => {
      throw new Error('The session must not end')
    },
    timing: { reconnectMs: [10, 50, 100] },
  })
  const leave = live.follow(`chat:${thread.id}`, {
    onEvent: ({ name, payload }) => {
      // Without an agent present, an automatic reply comes in between.
      if (name === 'chatMessage' && payload.kind === 'message') received.push(payload.text)
    },
    onStale: () => {
      staleTimes += 1
    },
  })
  await vi.waitFor(() => expect(staleTimes).toBe(1), { timeout: 60_000 })

  const failures: string[] = []
  // Agents see a thread once its guest has said something.
  const sent = ['Hello']
  await call('POST', '/api/chat/messages', { clientId: randomUUID(), text: sent[0] }, started.cookie)
  let successes = 0
  let isOver = false
  const attempt = async (what: string, calling: Promise<Answer>) => {
    const answer = await calling.catch((error: unknown) => String(error))
    if (typeof answer !== 'string' && answer.status < 400) successes += 1
    else failures.push(`${what}: ${typeof answer === 'string' ? answer : `${answer.status} ${answer.body}`}`)
  }
  const browse = async () => {
    while (!isOver) {
      await attempt('session', call('GET', '/api/session', undefined, agent.cookie))
      await attempt('chats', call('GET', '/api/chats', undefined, agent.cookie))
    }
  }
  const talk = async () => {
    while (!isOver) {
      const message = { clientId: randomUUID(), kind: 'message', text: `Message ${sent.length}` }
      sent.push(message.text)
      await attempt('message', call('POST', `/api/chats/${thread.id}/messages`, message, agent.cookie))
      await delay(20)
    }
  }
  const replace = async () => {
    for (let round = 0; round < rounds; round++) {
      for (const name of ['web-1', 'web-2'] as const) {
        await cluster.members[name].stop()
        await cluster.members[name].start()
        // The load balancer has noticed it before the next one goes.
        await delay(1000)
      }
    }
    isOver = true
  }
  await Promise.all([...Array.from({ length: lanes }, browse), talk(), replace()])

  expect(failures).toEqual([])
  expect(successes).toBeGreaterThan(100)
  await vi.waitFor(() => expect(received).toHaveLength(sent.length), { timeout: 30_000 })
  expect(received).toEqual(sent)
  expect(staleTimes).toBe(1)
  leave()
  connections.destroy()
}, 1_800_000)
