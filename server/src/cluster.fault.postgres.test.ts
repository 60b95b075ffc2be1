/** The product on many machines: whichever process is killed, the others go on, and nothing that was answered is lost. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ChatThread } from '@exempta/contract/chat'
import type { UploadedFile } from '@exempta/contract/documents/files'
import { livePath, type Stream } from '@exempta/contract/events'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket as Socket } from 'ws'
import { Live } from '../../web/src/lib/live.ts'
import { blankPdf } from '../test/blank-pdf.ts'
import { type Cluster, memberNames, startCluster } from '../test/cluster.ts'
import { prepareAccount } from './features/accounts/index.ts'
import { systemClock } from './platform/clock.ts'
import { systemActor } from './platform/db/actor.ts'
import type { Database } from './platform/db/database.ts'
import { openDatabase } from './platform/db/open-database.ts'
import type { Services } from './platform/services.ts'

const rounds = Number(process.env.FAULT_ROUNDS)
const units = rounds * 4
const messagesPerUnit = 3
const kills = Math.max(memberNames.length, Math.ceil(rounds / 2))
// A thread takes thirty messages a minute from its guest, and any number from agents.
const guestMessages = 20

const password = 'correct horse battery'
const admin = { email: 'admin@example.org', password }
const owner = { name: 'Owner', email: 'owner@example.org', password, role: 'user' } as const

let cluster: Cluster
let database: Database
beforeAll(async () => {
  cluster = await startCluster({
    environment: {
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT_PER_MINUTE: '1000000',
      GUESS_LIMIT_PER_MINUTE: '1000000',
      SANDBOX_PROCESSES: '1',
      // A busy machine reads slowly; nothing here is about that.
      SANDBOX_PAGE_TIMEOUT_MS: '600000',
    },
  })
  database = await openDatabase({ url: cluster.databaseUrl, dataDir: '' })
  const create = await prepareAccount(owner)
  await database.transact(systemActor, (tx) => create({ clock: systemClock } as Services, tx))
})
afterAll(async () => {
  await database?.close()
  await cluster?.stop()
})

type Replica = 0 | 1
const call = (replica: Replica, path: string, init: RequestInit = {}) =>
  fetch(`${cluster.replicas[replica]}${path}`, {
    ...init,
    headers: { origin: cluster.origin, ...init.headers },
  })
const posting = (body: unknown, cookie = ''): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', cookie },
  body: JSON.stringify(body),
})
const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

async function signIn(replica: Replica, account: { email: string; password: string }) {
  const answer = await call(replica, '/api/session', posting({ email: account.email, password }))
  const { session } = (await answer.json()) as { session: { person: { id: string } } }
  return { cookie: cookieOf(answer), personId: session.person.id }
}

/** As a browser does: what got no answer is sent again, here to the other replica. */
async function untilAcknowledged<T>(send: (replica: Replica) => Promise<Response>): Promise<T> {
  for (let attempt = Math.floor(Math.random() * 2); ; attempt++) {
    const answer = await send((attempt % 2) as Replica).catch(() => undefined)
    if (answer && answer.status >= 400 && answer.status < 500) throw new Error(await answer.text())
    const body = await answer?.json().catch(() => undefined)
    if (answer?.ok && body) return body
    await delay(100)
  }
}

/** A browser tab that goes to the other replica whenever its own is gone. */
function follow(stream: Stream, cookie: string) {
  let next = 0
  let staleTimes = 0
  const events: { seq: number; messageSeq?: number }[] = []
  const live = new Live({
    open: () => {
      const url = `${cluster.replicas[next++ % 2]?.replace('http', 'ws')}${livePath}`
      const socket = new Socket(url, { headers: { origin: cluster.origin, cookie } })
      // A browser's socket has only the close event for this.
      socket.on('error', () => undefined)
      return socket as unknown as WebSocket
    },
    onSessionEnded: () => {
      throw new Error('The session must not end')
    },
    timing: { reconnectMs: [10, 50, 100] },
  })
  const leave = live.follow(stream, {
    onEvent: ({ seq, name, payload }) =>
      events.push({ seq, ...(name === 'chatMessage' && { messageSeq: payload.seq }) }),
    onStale: () => {
      staleTimes += 1
    },
  })
  const begun = vi.waitFor(() => expect(staleTimes).toBe(1), { timeout: 60_000 })
  return { events, leave, begun, staleTimes: () => staleTimes }
}

it(`loses and duplicates nothing while ${kills} processes are killed one after another`, async () => {
  const { cookie, personId } = await signIn(0, owner)
  const agent = await signIn(1, admin)
  const started = await call(0, '/api/chat/guest', posting({ name: 'Rosa', email: 'rosa@example.org' }))
  const guestCookie = cookieOf(started)
  const { thread } = (await started.json()) as { thread: ChatThread }
  const chat = follow(`chat:${thread.id}`, guestCookie)
  const person = follow(`person:${personId}`, cookie)
  await Promise.all([chat.begun, person.begun])

  const documents: string[] = []
  const messages: string[] = []
  let guestLeft = guestMessages
  const upload = async () => {
    const bytes = blankPdf(randomUUID())
    for (;;) {
      const { files } = await untilAcknowledged<{ files: UploadedFile[] }>((replica) => {
        const body = new FormData()
        body.append('document', new Blob([new Uint8Array(bytes)]), 'certificate.pdf')
        return call(replica, '/api/documents', { method: 'POST', headers: { cookie }, body })
      })
      const [file] = files
      if (file && file.outcome !== 'refused') return documents.push(file.document.id)
      // Only so many of one person's documents may wait.
      if (file?.code !== 'quota-waiting') throw new Error(`Not taken: ${JSON.stringify(files)}`)
      await delay(1000)
    }
  }
  const sendMessage = async () => {
    const body = { clientId: randomUUID(), text: `Message ${messages.length}` }
    const isGuest = guestLeft-- > 0
    await untilAcknowledged((replica) =>
      isGuest
        ? call(replica, '/api/chat/messages', posting(body, guestCookie))
        : call(
            replica,
            `/api/chats/${thread.id}/messages`,
            posting({ ...body, kind: 'message' }, agent.cookie),
          ),
    )
    messages.push(body.clientId)
  }

  let done = 0
  const lane = async () => {
    while (done < units) {
      done += 1
      const talk = async () => {
        for (let n = 0; n < messagesPerUnit; n++) await sendMessage()
      }
      await Promise.all([upload(), talk()])
    }
  }
  const killInTurn = async () => {
    for (let n = 0; n < kills; n++) {
      await vi.waitFor(() => expect(done, `before kill ${n}`).toBeGreaterThanOrEqual((n * units) / kills), {
        timeout: 600_000,
      })
      const name = memberNames[n % memberNames.length] ?? 'web-1'
      await cluster.members[name].kill()
      if (name === 'postgres') await expectRefusals(cookie)
      else await Promise.all([sendMessage(), name === 's3' ? undefined : upload()])
      await cluster.members[name].start()
    }
  }
  await Promise.all([lane(), lane(), killInTurn()])

  expectNoneFallen('after the last kill')
  const readiness = async () => (await fetch(`${cluster.origin}/api/ready`)).status
  await vi.waitFor(async () => expect(await readiness()).toBe(200), { timeout: 60_000 })
  await untilProcessed(documents.length)
  await expectDocuments(documents, cookie)
  await expectMessages(thread.id, messages, chat)
  const numbers = person.events.map(({ seq }) => seq)
  expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at))
  expect(person.staleTimes()).toBe(1)
  chat.leave()
  person.leave()
}, 1_800_000)

function expectNoneFallen(moment: string): void {
  expect(
    memberNames.flatMap((name) => cluster.members[name].fallen() ?? []),
    moment,
  ).toEqual([])
}

/** Without its database a replica is alive and not ready, and says when to come back. */
async function expectRefusals(cookie: string): Promise<void> {
  for (const replica of [0, 1] as const) {
    expectNoneFallen(`before asking replica ${replica}`)
    expect((await call(replica, '/api/health')).status, `replica ${replica}`).toBe(200)
    for (const path of ['/api/ready', '/api/documents']) {
      const refusal = async () => {
        const answer = await call(replica, path, { headers: { cookie } })
        await answer.text()
        return [path, answer.status, answer.headers.has('retry-after')]
      }
      // The sessions of a server that was killed notice it one by one.
      await vi.waitFor(async () => expect(await refusal(), `replica ${replica}`).toEqual([path, 503, true]), {
        timeout: 30_000,
      })
    }
  }
}

/** What the dead left running is given back at once instead of in half a minute. */
async function untilProcessed(count: number): Promise<void> {
  await database.executeAsOwner(
    `update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`,
  )
  const processed = async () => {
    const { rows } = await database.executeAsOwner(`select status from documents order by status`)
    return (rows as { status: string }[]).filter(({ status }) => status === 'processed').length
  }
  await vi.waitFor(async () => expect(await processed()).toBe(count), { timeout: 900_000, interval: 500 })
}

async function expectDocuments(acknowledgedNames: string[], cookie: string): Promise<void> {
  expect(new Set(acknowledgedNames).size).toBe(acknowledgedNames.length)
  const { rows } = await database.executeAsOwner(
    `select d.id, count(a.id)::int as ends from documents d
     left join audit_entries a on a.target_id = d.id::text and a.action = 'document.process' and a.result = 'done'
     group by d.id order by d.id`,
  )
  expect(rows).toEqual(acknowledgedNames.toSorted().map((id) => ({ id, ends: 1 })))
  for (const [at, id] of acknowledgedNames.entries()) {
    const answer = await call((at % 2) as Replica, `/api/documents/${id}/file`, { headers: { cookie } })
    expect(
      [
        answer.status,
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ],
      id,
    ).toEqual([200, '%PDF-'])
  }
}

async function expectMessages(
  threadId: string,
  acknowledgedNames: string[],
  { events, staleTimes }: ReturnType<typeof follow>,
): Promise<void> {
  const { rows } = await database.executeAsOwner(
    'select seq::int as seq, client_id, kind from chat_messages where chat_id = $1 order by seq',
    [threadId],
  )
  const stored = rows as { seq: number; client_id: string; kind: string }[]
  const written = stored.filter(({ kind }) => kind === 'message').map(({ client_id }) => client_id)
  expect(written.toSorted()).toEqual(acknowledgedNames.toSorted())
  const receivedSeqs = () => events.flatMap(({ messageSeq }) => messageSeq ?? [])
  const numbers = stored.filter(({ kind }) => kind !== 'welcome').map(({ seq }) => seq)
  await vi.waitFor(() => expect(receivedSeqs()).toEqual(numbers), { timeout: 60_000 })
  expect(staleTimes()).toBe(1)
}
