/** The baseline: a `ws` server that does one durable insert and NOTIFY per message, and nothing else. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
import { writeAtPace } from './paced-writes.ts'
import { type Seat, serveOrders, type WriteOrder, type Written } from './protocol.ts'

const connectionString = process.env.BENCH_POSTGRES_URL ?? ''
const pool = new pg.Pool({ connectionString, max: 10 })
await pool.query(
  'create table messages (seq bigserial primary key, stream text not null, body text not null)',
)

const followers = new Map<string, Set<WebSocket>>()
const listener = new pg.Client({ connectionString })
await listener.connect()
listener.on('notification', ({ payload = '' }) => {
  const { stream, seq, body } = JSON.parse(payload)
  const frame = Buffer.from(JSON.stringify({ type: 'event', stream, seq, name: 'changed', payload: body }))
  for (const socket of followers.get(stream) ?? []) socket.send(frame, { binary: false })
})
await listener.query('listen bare')

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
await once(server, 'listening')
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    for (const { stream } of JSON.parse(String(data)).streams) {
      followers.set(stream, (followers.get(stream) ?? new Set()).add(socket))
      socket.send(JSON.stringify({ type: 'following', stream, seq: 0 }))
    }
  })
})

const insertAndNotify = {
  name: 'insert',
  text: `with message as (insert into messages (stream, body) values ($1, $2) returning seq, stream, body)
    select seq, pg_notify('bare',
      json_build_object('stream', stream, 'seq', seq, 'body', body::json)::text)
    from message`,
}

async function write(stream: string): Promise<number> {
  const body = JSON.stringify({ topic: 'documents', ids: [randomUUID()] })
  const { rows } = await pool.query({ ...insertAndNotify, values: [stream, body] })
  return Number(rows[0].seq)
}

serveOrders<{ seats: number } | WriteOrder, { url: string; seats: Seat[] } | Written>(async (order) => {
  if ('seats' in order) {
    const seats = Array.from({ length: order.seats }, () => ({
      headers: {},
      streams: ['everybody', `person:${randomUUID()}`],
    }))
    return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, seats }
  }
  const { acknowledged, writeMs } = await writeAtPace(order, write)
  const { rows } = await pool.query(
    `select stream, seq::int, extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as "atMs"
     from messages where seq = any($1)`,
    [acknowledged],
  )
  return { commits: rows, writeMs }
})
