import { randomUUID } from 'node:crypto'
import { closeCodes, type Stream } from '@exempta/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { connectPerson, LiveSocket, listenForSockets, socketHeaders } from '../../../test/live-socket.ts'
import { systemActor } from '../db/actor.ts'
import { limits } from './limits.ts'
import { liveChannel } from './notice.ts'
import { publish } from './publish.ts'

let test: TestApp
let url: string
beforeAll(async () => {
  test = await startTestApp({ live: { bufferedMaxBytes: 200_000, timeoutMs: 500, lookMs: 20 } })
  url = await listenForSockets(test)
})
afterAll(() => test.close())

const send = (app: TestApp, stream: Stream, ids: string[] = []) =>
  app.services.database.transact(systemActor, async (tx) =>
    publish(tx, stream, 'changed', { topic: 'documents', ids }),
  )

describe('a message that is not one of ours', () => {
  const follow = (streams: unknown) => JSON.stringify({ type: 'follow', streams })
  it.each([
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['no object', '[]'],
    ['null', 'null'],
    ['an unknown type', '{"type":"event"}'],
    ['no streams', follow([])],
    ['a stream with no proper name', follow([{ stream: 'person:*', after: null }])],
    ['a negative number', follow([{ stream: 'everybody', after: -1 }])],
    ['a fraction', follow([{ stream: 'everybody', after: 0.5 }])],
    ['an unknown field', '{"type":"pong","admin":true}'],
    ['too many streams', follow(Array.from({ length: 51 }, () => ({ stream: 'everybody', after: null })))],
    ['a deep nest', '['.repeat(30_000)],
    ['an unknown signal', '{"type":"signal","stream":"everybody","name":"__proto__","payload":{}}'],
    ['a wrong payload', '{"type":"signal","stream":"everybody","name":"typing","payload":{"isTyping":1}}'],
  ])('closes its socket and no other: %s', async (_name, text) => {
    const { live } = await connectPerson(test, url)
    live.socket.send(text)
    expect(await live.closed).toMatchObject({ code: closeCodes.malformed })
  })

  it('closes its socket when it is binary', async () => {
    const { live } = await connectPerson(test, url)
    live.socket.send(Buffer.from('{"type":"pong"}'))
    expect(await live.closed).toMatchObject({ code: closeCodes.malformed })
  })

  it('closes its socket when it is too large', async () => {
    const { live } = await connectPerson(test, url)
    live.socket.send('x'.repeat(limits.realtimeMessageMaxBytes + 1))
    expect(await live.closed).toMatchObject({ code: closeCodes.tooLarge })
  })

  it('closes its socket when it breaks the protocol', async () => {
    const { live } = await connectPerson(test, url)
    const raw = Reflect.get(live.socket, '_socket') as { write(bytes: Buffer): void }
    raw.write(Buffer.from([0xff, 0xff, 0xff, 0xff]))
    expect((await live.closed).code).toBe(1002)
  })

  it('closes its socket when there are too many', async () => {
    const { live } = await connectPerson(test, url)
    for (let n = 0; n <= limits.realtimeMessageBurst + 5; n++) live.send({ type: 'pong' })
    expect(await live.closed).toMatchObject({ code: closeCodes.tooManyMessages })
  })
})

describe('a socket that sends faster than it is answered', () => {
  it('is closed before its messages fill the memory', async () => {
    const held = Promise.withResolvers<boolean>()
    const own = await startTestApp({
      live: {
        bufferedMaxBytes: 100_000,
        grants: { guestOf: async () => undefined, mayFollow: () => held.promise },
      },
    })
    const { live } = await connectPerson(own, await listenForSockets(own))
    live.send({ type: 'follow', streams: [{ stream: `chat:${randomUUID()}`, after: null }] })
    for (let n = 0; n < 3; n++) live.socket.send('x'.repeat(50_000))
    expect(await live.closed).toMatchObject({ code: closeCodes.tooManyMessages })
    held.resolve(false)
    await own.close()
  })
})

describe('a socket that does not read', () => {
  it('is cut, while others get everything and it can catch up later', async () => {
    const { person, cookie, live: slow } = await connectPerson(test, url)
    const serverSide = [...test.app.websocketServer.clients].at(-1)
    const stream: Stream = `person:${person.id}`
    const reader = await new LiveSocket(url, socketHeaders(cookie)).opened()
    await slow.follow(stream)
    await reader.follow(stream)
    slow.socket.pause()
    let isCut = false
    serverSide?.once('close', () => {
      isCut = true
    })
    const many = Array.from({ length: 500 }, () => randomUUID())
    let sent = 0
    // The operating system's own buffers fill first.
    while (!isCut) {
      await send(test, stream, many)
      sent++
      await reader.until((message) => message.type === 'event' && message.seq === sent)
    }
    slow.socket.terminate()
    expect(reader.sequence).toEqual(Array.from({ length: sent }, (_, at) => at + 1))
    const again = await new LiveSocket(url, socketHeaders(cookie)).opened()
    expect(await again.follow(stream, sent - 2)).toMatchObject({ type: 'following' })
    await again.until((message) => message.type === 'event' && message.seq === sent)
  })
})

describe('the heartbeat', () => {
  it('sends pings, keeps sockets that answer and closes those that do not', async () => {
    const own = await startTestApp({ live: { heartbeatMs: 40, timeoutMs: 80, lookMs: 5 } })
    const address = await listenForSockets(own)
    const dead = await connectPerson(own, address)
    const alive = await connectPerson(own, address)
    alive.live.socket.on('message', (data) => {
      if (String(data).includes('ping')) alive.live.send({ type: 'pong' })
    })
    await dead.live.until((message) => message.type === 'ping')
    expect(await dead.live.closed).toMatchObject({ code: 1006 })
    const receivedBefore = alive.live.received.length
    await alive.live.until(
      (message) => message.type === 'ping' && alive.live.received.length > receivedBefore + 2,
    )
    expect(alive.live.socket.readyState).toBe(WebSocket.OPEN)
    await own.close()
  })
})

describe('the end of the process', () => {
  it('closes all sockets so that clients connect again', async () => {
    const own = await startTestApp({ live: { stopMs: 200 } })
    const address = await listenForSockets(own)
    const reading = await connectPerson(own, address)
    const stuck = await connectPerson(own, address)
    await reading.live.follow('everybody')
    stuck.live.socket.pause()
    await own.close()
    expect(await reading.live.closed).toMatchObject({ code: closeCodes.restarting })
    stuck.live.socket.terminate()
  })
})

describe('an unknown notice', () => {
  it('is logged without its content and does no harm', async () => {
    const { person, live } = await connectPerson(test, url)
    const stream: Stream = `person:${person.id}`
    await live.follow(stream)
    await test.services.database.executeAsOwner('select pg_notify($1, $2)', [liveChannel, 'secret stuff'])
    await send(test, stream)
    await live.until((message) => message.type === 'event')
    expect(test.logged()).toContain('live notice not understood')
    expect(test.logged()).not.toContain('secret stuff')
  })
})
