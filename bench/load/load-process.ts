/** All requests and sockets, in a process of their own. */
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import {
  type Measured,
  type Person,
  type RequestKind,
  type Step,
  serveOrders,
  type Target,
} from './protocol.ts'
import { type HttpCall, makeCall, randomCall } from './random-call.ts'

const patienceMs = 5000
const pong = JSON.stringify({ type: 'pong' })

let target: Target | undefined
const watched = new Set<Person>()
let arrived = 0
let started = 0

async function take(next: Target): Promise<void> {
  target = next
  if (next.kind === 'bare') return
  for (const person of next.people.slice(0, next.sockets)) {
    await openTab(next.origin, person)
    watched.add(person)
  }
}

function openTab(origin: string, { cookie, chat }: Person): Promise<void> {
  const { port } = new URL(origin)
  const headers = { cookie, origin: `http://localhost:${port}` }
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/live`, { headers })
  return new Promise((resolve, reject) => {
    socket.on('open', () =>
      socket.send(JSON.stringify({ type: 'follow', streams: [{ stream: `chat:${chat}`, after: null }] })),
    )
    socket.on('message', (data) => {
      const message = JSON.parse(String(data))
      if (message.type === 'event' && message.name === 'chatMessage') arrived++
      else if (message.type === 'ping') socket.send(pong)
      else if (message.type === 'following') resolve()
    })
    socket.on('close', (code) => reject(new Error(`A socket was closed with ${code}`)))
    socket.on('error', reject)
  })
}

async function load(step: Step): Promise<Measured> {
  if (!target) throw new Error('There is nothing to load yet')
  const loaded = target
  const measured: Measured = { latenciesMs: {}, failures: {}, chatLost: 0 }
  let expected = 0
  arrived = 0
  const first = started
  await runOpenLoop(step, async (n, dueMs) => {
    started++
    const { kind, call, person } = requestOf(loaded, first + n, step.only)
    try {
      await makeCall(call)
      if (kind === 'chat' && person && watched.has(person)) expected++
      measured.latenciesMs[kind] ??= []
      measured.latenciesMs[kind].push(performance.now() - dueMs)
    } catch (error) {
      const reason = `${kind}: ${error instanceof Error ? error.message : 'unknown'}`
      measured.failures[reason] = (measured.failures[reason] ?? 0) + 1
    }
  })
  const deadline = performance.now() + patienceMs
  while (arrived < expected && performance.now() < deadline) await delay(20)
  measured.chatLost = Math.max(0, expected - arrived)
  return measured
}

function requestOf(
  loaded: Target,
  n: number,
  only?: RequestKind,
): { kind: string; call: HttpCall; person?: Person } {
  if (loaded.kind === 'bare') return { kind: 'query', call: { method: 'GET', url: loaded.url } }
  return randomCall(n, loaded.people, loaded.origin, only)
}

serveOrders<Target | Step, Measured | null>(async (order) => {
  if ('perSecond' in order) return load(order)
  await take(order)
  return null
})

/** So many seconds of requests may be under way; beyond, the rate is not held and the step ends early. */
const backlogSeconds = 3

/**
 * Starts requests at a constant rate, however slow the answers are. Each request gets the time it was due, so a delay
 * caused by the server also counts for requests that could not start in time.
 */
async function runOpenLoop(
  { perSecond, seconds }: Step,
  request: (n: number, dueMs: number) => Promise<void>,
): Promise<void> {
  const count = Math.round(perSecond * seconds)
  const start = performance.now() + 20
  const dueAt = (n: number) => start + (n * 1000) / perSecond
  const underWay = new Set<Promise<void>>()
  for (let n = 0; n < count; ) {
    if (underWay.size > perSecond * backlogSeconds) break
    const waitMs = dueAt(n) - performance.now()
    if (waitMs > 0) await delay(waitMs)
    while (n < count && dueAt(n) <= performance.now()) {
      const made = request(n, dueAt(n)).finally(() => underWay.delete(made))
      underWay.add(made)
      n++
    }
    await new Promise(setImmediate)
  }
  await Promise.all(underWay)
}
