/** All sockets, in a process of their own: each arrival is stamped before anything else is done with it. */
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type Arrival, type Seat, serveOrders } from './protocol.ts'

const openAtOnce = 20
const patienceMs = 20_000
const pong = JSON.stringify({ type: 'pong' })
let arrivals: Arrival[] = []

function openSocket(url: string, { headers, streams }: Seat): Promise<void> {
  const socket = new WebSocket(url, { headers })
  let toFollow = streams.length
  return new Promise((resolve, reject) => {
    socket.on('open', () =>
      socket.send(
        JSON.stringify({ type: 'follow', streams: streams.map((stream) => ({ stream, after: null })) }),
      ),
    )
    socket.on('message', (data) => {
      const atMs = performance.timeOrigin + performance.now()
      const message = JSON.parse(String(data))
      if (message.type === 'event') arrivals.push({ stream: message.stream, seq: message.seq, atMs })
      else if (message.type === 'ping') socket.send(pong)
      else if (message.type === 'following' && --toFollow === 0) resolve()
    })
    socket.on('close', (code) => reject(new Error(`A socket was closed with ${code}`)))
    socket.on('error', reject)
  })
}

serveOrders<{ url: string; seats: Seat[] } | { expected: number }, Arrival[]>(async (order) => {
  if ('seats' in order) {
    for (let at = 0; at < order.seats.length; at += openAtOnce) {
      await Promise.all(order.seats.slice(at, at + openAtOnce).map((seat) => openSocket(order.url, seat)))
    }
    return []
  }
  const deadline = performance.now() + patienceMs
  while (arrivals.length < order.expected && performance.now() < deadline) await delay(20)
  const collected = arrivals
  arrivals = []
  return collected
})
