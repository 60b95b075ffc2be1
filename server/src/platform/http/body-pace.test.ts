import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { formLimits } from '@exempta/contract/public/limits'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
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

/** Sends the head of a form, and the first part of its body. */
function open(body: string, length = 1_000_000): Socket {
  const { port } = test.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(
    [
      'POST /api/applications HTTP/1.1',
      'host: localhost',
      `origin: ${testOrigin}`,
      `content-type: multipart/form-data; boundary=${boundary}`,
      `content-length: ${length}`,
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

it('ends only the request that cannot be watched', async () => {
  const ends = new Map<number | undefined, Socket>()
  test.app.server.on('request', ({ socket }) => ends.set(socket.remotePort, socket))
  const [broken, sound] = [open(field('name', 'Rosa')), open(field('name', 'Ben'))]
  const endOf = (socket: Socket) =>
    vi.waitFor(() => ends.get(socket.localPort) ?? Promise.reject(new Error('Not there yet')))
  Object.defineProperty(await endOf(broken), 'bytesRead', {
    get: () => {
      throw new Error('broken')
    },
  })
  const soundEnd = await endOf(sound)
  const closed = once(broken, 'close')
  test.app.endSlowBodies()
  await closed
  expect(soundEnd.destroyed).toBe(false)
  sound.destroy()
})

it('skips the rest of a refused form, so that the connection can be used again', async () => {
  const resume = `--${boundary}\r\ncontent-disposition: form-data; name="resume"; filename="a.pdf"\r\n\r\n`
  const body = resume + 'x'.repeat(formLimits.resumeMaxBytes + 500_000)
  const socket = open(body, body.length)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 422 /)
  socket.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const [next] = await once(socket, 'data')
  expect(String(next)).toMatch(/^HTTP\/1.1 200 /)
  socket.destroy()
})
