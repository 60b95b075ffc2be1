import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { unusedConnections } from './unused-connections.ts'

it('ends connections that carry no request when the server closes, and lets a running request finish', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  await app.register(unusedConnections)
  const isAsked = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  app.get('/', async () => {
    isAsked.resolve()
    await mayAnswer.promise
    return 'done'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const ahead = connect(port, '127.0.0.1')
  ahead.resume()
  await once(ahead, 'connect')
  const answer = fetch(`http://127.0.0.1:${port}/`)
  await isAsked.promise

  const ended = once(ahead, 'close')
  const closed = app.close()
  await ended
  mayAnswer.resolve()
  expect(await (await answer).text()).toBe('done')
  await closed
})

it('takes no more connections while other parts are still closing', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  await app.register(unusedConnections)
  const isClosing = Promise.withResolvers<void>()
  const mayClose = Promise.withResolvers<void>()
  app.addHook('preClose', async () => {
    isClosing.resolve()
    await mayClose.promise
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const closed = app.close()
  await isClosing.promise

  const late = connect(port, '127.0.0.1')
  late.resume()
  await once(late, 'close')
  mayClose.resolve()
  await closed
})
