/** Two real server processes on one PostgreSQL. */
import { closeCodes, livePath, type Stream } from '@exempta/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { LiveSocket, sendEvent } from '../../../test/live-socket.ts'
import { type ServerProcess, startServerProcess } from '../../../test/server-process.ts'

const admin = { email: 'admin@example.org', password: 'correct horse battery' }

let database: TestDatabase
let one: ServerProcess
let other: ServerProcess
const startReplica = () =>
  startServerProcess(
    {
      DATABASE_URL: database.location.url ?? '',
      DATA_DIR: database.location.dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
    ['--role', 'web'],
  )

beforeAll(async () => {
  database = await createTestDatabase({ kind: 'postgres' })
  one = await startReplica()
  other = await startReplica()
})
afterAll(async () => {
  await one.end('SIGTERM')
  await other.end('SIGTERM')
  await database.dispose()
})

const send = (stream: Stream) => sendEvent(database, stream)

async function signIn({ origin }: ServerProcess): Promise<{ cookie: string; stream: Stream }> {
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const { session } = (await answer.json()) as { session: { person: { id: string } } }
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const cookie = cookies.find((pair) => pair.startsWith('exempta_session=')) ?? ''
  return { cookie, stream: `person:${session.person.id}` }
}

const connect = ({ origin }: ServerProcess, cookie: string) =>
  new LiveSocket(`${origin.replace('http', 'ws')}${livePath}`, { origin, cookie }).opened()

async function closeListeners(): Promise<void> {
  // Their last query was LISTEN or the check whether the server answers.
  const listeners = await database.executeAsOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and (query like 'listen%' or query = 'select 1')`,
  )
  expect(listeners.rows.length).toBeGreaterThanOrEqual(2)
}

describe('two server processes', () => {
  it('hand on what any process commits, in one order', async () => {
    const { cookie, stream } = await signIn(one)
    const sockets = [await connect(one, cookie), await connect(other, cookie)]
    for (const socket of sockets) await socket.follow(stream)
    const sent = await Promise.all(Array.from({ length: 20 }, () => send(stream)))
    for (const [at, socket] of sockets.entries()) {
      await socket.until((message) => message.type === 'event' && message.seq === Math.max(...sent))
      expect(socket.sequence, `process ${at}`).toEqual(sent.toSorted((a, b) => a - b))
      socket.socket.close()
    }
  })

  it('both close the sockets of a session that ends in one of them', async () => {
    const { cookie } = await signIn(one)
    const sockets = [await connect(one, cookie), await connect(other, cookie)]
    for (const socket of sockets) await socket.follow('everybody')
    await fetch(`${one.origin}/api/session`, { method: 'DELETE', headers: { origin: one.origin, cookie } })
    for (const [at, socket] of sockets.entries()) {
      expect(await socket.closed, `process ${at}`).toEqual({
        code: closeCodes.sessionEnded,
        reason: 'signed-out',
      })
    }
  })

  it('catch up with what was committed while they could not listen', async () => {
    const { cookie, stream } = await signIn(one)
    const socket = await connect(other, cookie)
    const answer = await socket.follow(stream)
    const from = answer.type === 'following' ? answer.seq : Number.NaN
    await closeListeners()
    for (let n = 0; n < 5; n++) await send(stream)
    await socket.until((message) => message.type === 'event' && message.seq === from + 5)
    expect(socket.sequence).toEqual([1, 2, 3, 4, 5].map((n) => from + n))
    socket.socket.close()
  })

  it('close the socket of a guest who lost access while they could not listen', async () => {
    const started = await fetch(`${other.origin}/api/chat/guest`, {
      method: 'POST',
      headers: { origin: other.origin, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Rosa Guest', email: 'rosa@example.org' }),
    })
    const { thread } = (await started.json()) as { thread: { id: string } }
    const socket = await connect(other, started.headers.getSetCookie()[0]?.split(';')[0] ?? '')
    expect(await socket.follow(`chat:${thread.id}`)).toMatchObject({ type: 'following' })
    await database.executeAsOwner('delete from chat_guests where chat_id = $1', [thread.id])
    await closeListeners()
    expect(await socket.closed).toMatchObject({ code: closeCodes.rightsChanged })
  })

  it('stand in for one another: a client of one that was killed goes on at the other', async () => {
    const { cookie, stream } = await signIn(one)
    const before = await connect(one, cookie)
    await before.follow(stream)
    const seen = await send(stream)
    await before.until((message) => message.type === 'event' && message.seq === seen)
    await one.end('SIGKILL')
    expect(await before.closed).toMatchObject({ code: 1006 })
    await send(stream)
    const after = await connect(other, cookie)
    await after.follow(stream, seen)
    await after.until((message) => message.type === 'event' && message.seq === seen + 1)
    expect(after.sequence).toEqual([seen + 1])

    await other.end('SIGTERM')
    expect(await after.closed).toMatchObject({ code: closeCodes.restarting })
  })
})
