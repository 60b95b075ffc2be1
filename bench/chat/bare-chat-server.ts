/** The baseline: a `ws` server that does one durable insert and NOTIFY for each message, and nothing else. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
import { serveOrders } from '../realtime/protocol.ts'
import type { ChatPlace } from './chat-protocol.ts'

const connectionString = process.env.BENCH_POSTGRES_URL ?? ''
const pool = new pg.Pool({ connectionString, max: 10 })
await pool.query(
  'create table messages (seq bigserial primary key, stream text not null, id uuid not null, body text not null)',
)

const followers = new Map<string, Set<WebSocket>>()
const listener = new pg.Client({ connectionString })
await listener.connect()
listener.on('notification', ({ payload = '' }) => {
  const { stream, seq, id, body } = JSON.parse(payload)
  const message = { type: 'event', stream, seq, name: 'chatMessage', payload: { clientId: id, text: body } }
  const frame = Buffer.from(JSON.stringify(message))
  for (const socket of followers.get(stream) ?? []) socket.send(frame, { binary: false })
})
await listener.query('listen bare')

const insertAndNotify = {
  name: 'insert',
  text: `with message as (insert into messages (stream, id, body) values ($1, $2, $3) returning seq, stream, id, body)
    select pg_notify('bare', row_to_json(message)::text) from message`,
}

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
await once(server, 'listening')
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const message = JSON.parse(String(data))
    if (message.type === 'follow') {
      for (const { stream } of message.streams) {
        followers.set(stream, (followers.get(stream) ?? new Set()).add(socket))
        socket.send(JSON.stringify({ type: 'following', stream, seq: 0 }))
      }
    } else {
      const values = [message.stream, message.clientId, message.text]
      void pool.query({ ...insertAndNotify, values })
    }
  })
})

serveOrders<{ seats: number }, ChatPlace>(async (order) => ({
  socketUrl: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
  seats: Array.from({ length: order.seats }, () => ({ headers: {}, stream: `chat:${randomUUID()}` })),
}))
