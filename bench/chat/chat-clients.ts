/** Both tabs of every chat, in a process of their own: one writes, the other stamps what arrives. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { serveOrders } from '../realtime/protocol.ts'
import type { ChatPlace, ChatSeat, Delivered, SendOrder } from './chat-protocol.ts'

const openAtOnce = 20
const patienceMs = 20_000
const pong = JSON.stringify({ type: 'pong' })
const text = 'Could you tell me where my exemption certificate is?'

interface Chat extends ChatSeat {
  writer: WebSocket
}

const places = new Map<string, Chat[]>()
let sentAt = new Map<string, number>()
let arrivedAt = new Map<string, number>()
let doubled = 0

function openTab(url: string, { headers, stream }: ChatSeat, isReader: boolean): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers })
  return new Promise((resolve, reject) => {
    socket.on('open', () =>
      socket.send(JSON.stringify({ type: 'follow', streams: [{ stream, after: null }] })),
    )
    socket.on('message', (data) => {
      const atMs = performance.now()
      const message = JSON.parse(String(data))
      if (message.type === 'event' && isReader) {
        const { clientId } = message.payload
        if (arrivedAt.has(clientId)) doubled += 1
        else arrivedAt.set(clientId, atMs)
      } else if (message.type === 'ping') socket.send(pong)
      else if (message.type === 'following') resolve(socket)
    })
    socket.on('close', (code) => reject(new Error(`A socket was closed with ${code}`)))
    socket.on('error', reject)
  })
}

async function open({ socketUrl, seats }: ChatPlace): Promise<void> {
  const chats: Chat[] = []
  for (let at = 0; at < seats.length; at += openAtOnce) {
    const opened = seats.slice(at, at + openAtOnce).map(async (seat) => {
      await openTab(socketUrl, seat, true)
      return { ...seat, writer: await openTab(socketUrl, seat, false) }
    })
    chats.push(...(await Promise.all(opened)))
  }
  places.set(socketUrl, chats)
}

async function send(socketUrl: string, { count, perSecond }: SendOrder): Promise<Delivered> {
  const chats = places.get(socketUrl) ?? []
  sentAt = new Map()
  arrivedAt = new Map()
  doubled = 0
  const start = performance.now()
  for (let n = 0; n < count; n++) {
    const waitMs = start + (n * 1000) / perSecond - performance.now()
    if (waitMs > 0) await delay(waitMs)
    const chat = chats[n % chats.length]
    if (!chat) throw new Error('No chat is open')
    const clientId = randomUUID()
    sentAt.set(clientId, performance.now())
    chat.writer.send(JSON.stringify({ type: 'say', stream: chat.stream, clientId, text }))
  }
  const deadline = performance.now() + patienceMs
  while (arrivedAt.size < count && performance.now() < deadline) await delay(20)
  const latenciesMs = [...sentAt].flatMap(([id, atMs]) => {
    const arrived = arrivedAt.get(id)
    return arrived === undefined ? [] : [arrived - atMs]
  })
  return { latenciesMs, lost: count - latenciesMs.length, doubled }
}

type Order = ChatPlace | ({ to: string } & SendOrder)

serveOrders<Order, Delivered | null>(async (order) => {
  if ('to' in order) return send(order.to, order)
  await open(order)
  return null
})
