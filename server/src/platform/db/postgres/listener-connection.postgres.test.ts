import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../../test/database.ts'
import { ListenerConnection } from './listener-connection.ts'

/** A server in between, which can go away. */
async function startProxy(to: URL) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const behind = connect(Number(to.port), to.hostname)
    for (const end of [socket, behind]) {
      sockets.add(end)
      end.on('error', () => {})
    }
    socket.pipe(behind).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    goAway() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

test('whoever stops listening does not wait for a server that is gone', async () => {
  const database = await createTestDatabase()
  const proxy = await startProxy(new URL(database.location.url ?? ''))
  const lost = Promise.withResolvers<void>()
  const listener = new ListenerConnection({ connectionString: proxy.url }, ({ kind }) => {
    if (kind === 'listening-lost') lost.resolve()
  })
  const stop = await listener.listen('steady', () => {}, {})
  proxy.goAway()
  await lost.promise
  await expect(stop()).resolves.toBeUndefined()
  await listener.close()
  await database.dispose()
})
