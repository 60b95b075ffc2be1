import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FilledFiles } from './filled-files.ts'

const marks = {
  publicUrl: 'https://public-url.invalid',
  supportEmail: 'email@public-url.invalid',
  supportPhone: 'phone@public-url.invalid',
}
const mark = marks.publicUrl
const values = {
  publicUrl: 'https://exempta.example',
  supportEmail: 'help@exempta.example',
  supportPhone: '',
}
const written = '<a href="https://exempta.example/help">https://exempta.example</a>'
let root: string
let app: FastifyInstance
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'exempta-filled-'))
  await writeFile(join(root, 'page.html'), `<a href="${mark}/help">${mark}</a>`)
  await writeFile(join(root, 'feed.xml'), `<link>${mark}</link>`)
  await writeFile(join(root, 'contact.html'), `<b>${marks.supportEmail}</b><i>${marks.supportPhone}</i>`)
  const manifest = { marks, files: ['page.html', 'feed.xml', 'contact.html', 'lost.html'] }
  const files = new FilledFiles(root, manifest, () => values)
  app = Fastify()
  app.get<{ Params: { file: string } }>('/:file', (request, reply) =>
    files.has(request.params.file) ? files.send(request, reply, request.params.file) : reply.code(404).send(),
  )
})
afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true })
})

const get = (url: string, headers = {}) => app.inject({ url, headers })

it('puts the public address where the mark stands, in the form the browser takes', async () => {
  const plain = await get('/page.html')
  expect([plain.body, plain.headers['content-type']]).toEqual([written, 'text/html; charset=utf-8'])
  const br = await get('/page.html', { 'accept-encoding': 'gzip, br' })
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(written)
  const gzip = await get('/page.html', { 'accept-encoding': 'gzip, br;q=0' })
  expect([gzip.headers['content-encoding'], gunzipSync(gzip.rawPayload).toString()]).toEqual([
    'gzip',
    written,
  ])
  expect((await get('/feed.xml')).headers['content-type']).toBe('application/xml; charset=utf-8')
})

it('answers what has not changed without sending it again, and knows no other file', async () => {
  const { headers } = await get('/page.html')
  const again = await get('/page.html', { 'if-none-match': headers.etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await get('/other.html')).statusCode).toBe(404)
  expect((await get('/lost.html')).statusCode).toBe(500)
  await writeFile(join(root, 'lost.html'), mark)
  expect((await get('/lost.html')).body).toBe('https://exempta.example')
})

it('shows changed settings at once, and never as markup', async () => {
  const before = await get('/contact.html')
  expect(before.body).toBe('<b>help@exempta.example</b><i></i>')
  values.supportPhone = '+1 555 010 0199'
  values.supportEmail = `"a<b>&'$&"@exempta.example`
  const after = await get('/contact.html', { 'if-none-match': before.headers.etag })
  expect(after.body).toBe(
    '<b>&#34;a&#60;b&#62;&#38;&#39;$&#38;&#34;@exempta.example</b><i>+1 555 010 0199</i>',
  )
})
