import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, testOrigin } from '../../../test/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
  await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

const boundary = 'frontier'
const field = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** Sends the head of a form that promises a megabyte, and the first part of its body. */
function open(body: string): Socket {
  const { port } = test.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(
    [
      'POST /api/applications HTTP/1.1',
      'host: localhost',
      `origin: ${testOrigin}`,
      `content-type: multipart/form-data; boundary=${boundary}`,
      'content-length: 1000000',
      '',
      body,
    ].join('\r\n'),
  )
  return socket
}

it('survives a body that stalls after its request was refused, and ends the connection', async () => {
  const socket = open(field('coverLetter', 'x'.repeat(30_000)) + field('name', 'Rosa'))
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 413 /)
  const closed = once(socket, 'close')
  for (let look = 0; look < 3; look++) test.app.endSlowBodies()
  await closed
  expect((await test.call({ method: 'GET', url: '/api/health' })).statusCode).toBe(200)
})
