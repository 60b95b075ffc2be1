import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { createOutgoingPost, isPublicAddress, type OutgoingOptions } from './outgoing-post.ts'

const servers: Server[] = []
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function listen(answer: RequestListener, address = '127.0.0.1', port = 0) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.host} ${request.url}`)
    answer(request, response)
  })
  servers.push(server)
  server.listen(port, address)
  await once(server, 'listening')
  return { asked, port: (server.address() as AddressInfo).port }
}

const post = (
  options: OutgoingOptions,
  url: string,
  more: { timeoutMs?: number; signal?: AbortSignal } = {},
) =>
  createOutgoingPost(options).post({
    url,
    headers: { 'x-test': 'yes' },
    body: '{}',
    timeoutMs: 5000,
    answerMaxBytes: 10,
    ...more,
  })

it.each([
  ['192.0.66.1', true],
  ['8.8.8.8', true],
  ['2606:4700:4700::1111', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['100.100.100.200', false],
  ['127.0.0.1', false],
  ['127.255.0.9', false],
  ['168.63.129.16', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.0.0.192', false],
  ['192.0.2.7', false],
  ['192.168.1.1', false],
  ['198.18.0.1', false],
  ['203.0.113.9', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::127.0.0.1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['3fff::1', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['fe80::1', false],
  ['fe80::1%lo', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['localhost', false],
  ['', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

it.each([
  'http://example.com/',
  'https://example.com:22/',
  'https://example.com:80/',
  'https://localhost/',
  'https://printer/',
  'https://api.localhost/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://0177.0.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[fd00:ec2::254]/',
])('refuses %s before and at the call', async (url) => {
  const outgoing = createOutgoingPost({ allowsPrivate: false })
  expect(outgoing.refusalOf(url)).toMatch(/^Please/)
  await expect(post({ allowsPrivate: false }, url)).rejects.toMatchObject({ failure: 'address-not-allowed' })
})

it.each([
  ['a name of a private address', ['10.0.0.1'], 'address-not-allowed'],
  ['a name of which one address is private', ['8.8.8.8', '127.0.0.1'], 'address-not-allowed'],
  ['a name of a private IPv6 address', ['8.8.8.8', '::ffff:10.0.0.1'], 'address-not-allowed'],
  ['a name without addresses', [], 'name-not-found'],
])('does not call %s', async (_what, addresses, failure) => {
  const calls = post({ allowsPrivate: false, resolve: async () => addresses }, 'https://hooks.example.com/')
  await expect(calls).rejects.toMatchObject({ failure })
})

it('connects to the address that was checked, however the name answers later', async () => {
  const allowed = await listen((_request, response) => response.end('here'))
  const within = await listen((_request, response) => response.end('within'), '127.0.0.2', allowed.port)
  const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2']]
  let asked = 0
  const options: OutgoingOptions = {
    allowsPrivate: true,
    isAllowed: (address) => address === '127.0.0.1',
    resolve: async () => answers[asked++] ?? [],
  }
  const url = `http://hooks.example.com:${allowed.port}/a?b=1`
  await expect(post(options, url)).resolves.toMatchObject({ statusCode: 200 })
  expect(asked).toBe(1)
  expect(allowed.asked).toEqual([`POST hooks.example.com:${allowed.port} /a?b=1`])
  await expect(post(options, url)).rejects.toMatchObject({ failure: 'address-not-allowed' })
  expect(within.asked).toEqual([])
})

it('does not follow a redirect', async () => {
  const target = await listen((_request, response) => response.end('within'))
  const location = `http://127.0.0.1:${target.port}/`
  const source = await listen((_request, response) => response.writeHead(307, { location }).end())
  const answer = await post({ allowsPrivate: true }, `http://127.0.0.1:${source.port}/`)
  expect(answer.statusCode).toBe(307)
  expect(target.asked).toEqual([])
})

it('reads no more of an answer than its limit', async () => {
  const ended = Promise.withResolvers<void>()
  const { port } = await listen((_request, response) => {
    response.writeHead(200)
    const more = () => {
      while (response.write('x'.repeat(65_536)));
    }
    response.on('drain', more).on('close', () => ended.resolve())
    more()
  })
  const { untrustedAnswer } = await post({ allowsPrivate: true }, `http://127.0.0.1:${port}/`)
  expect(untrustedAnswer.toString()).toBe('xxxxxxxxxx')
  await ended.promise
})

it('gives up after its time: a name, a connection or an answer that does not come', async () => {
  const { port } = await listen(() => {})
  const slow = await listen((_request, response) => response.writeHead(200).write('x'))
  const never: OutgoingOptions['resolve'] = () => new Promise(() => {})
  for (const [name, options, url] of [
    ['no answer', { allowsPrivate: true }, `http://127.0.0.1:${port}/`],
    ['an answer without an end', { allowsPrivate: true }, `http://127.0.0.1:${slow.port}/`],
    ['no address for the name', { allowsPrivate: false, resolve: never }, 'https://hooks.example.com/'],
  ] as const) {
    const error = await post(options, url, { timeoutMs: 100 }).catch((caught: unknown) => caught)
    expect(error, name).toMatchObject({ failure: 'timed-out' })
  }
})

it('distinguishes a closed port from a server without TLS', async () => {
  const closed = await listen(() => {})
  const server = servers.pop()
  server?.close()
  await expect(post({ allowsPrivate: true }, `http://127.0.0.1:${closed.port}/`)).rejects.toMatchObject({
    failure: 'not-reachable',
  })
  const plain = await listen(() => {})
  await expect(post({ allowsPrivate: true }, `https://127.0.0.1:${plain.port}/`)).rejects.toMatchObject({
    failure: 'not-secure',
  })
  expect(plain.asked).toEqual([])
})
