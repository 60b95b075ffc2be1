import { Readable } from 'node:stream'
import { signedIn } from '@exempta/contract/access'
import { defineRoute, fileOf } from '@exempta/contract/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { AppError } from '../app-error.ts'
import { implement, registerRoute } from './implement.ts'
import { contentDisposition } from './send-file.ts'

const bytes = Buffer.from('%PDF-1.7 …')
const streams: Readable[] = []
let recorded = 0
let recordOpening = async () => {
  recorded += 1
}
const getTestFile = implement(
  defineRoute({
    method: 'GET',
    path: '/api/test/file',
    summary: 'A file',
    tag: 'Test',
    access: signedIn,
    query: z.object({ name: z.string() }),
    response: fileOf('application/pdf', 'image/png').recordedAs('document.download'),
  }),
  async ({ query }) => {
    const content = Readable.from([bytes.subarray(0, 4), bytes.subarray(4)])
    streams.push(content)
    return {
      name: query.name,
      contentType: 'application/pdf' as const,
      sizeBytes: bytes.length,
      content,
      recordOpening: () => recordOpening(),
    }
  },
)

let test: TestApp
let cookie: string
beforeAll(async () => {
  test = await startTestApp({ addRoutes: (app) => registerRoute(app, getTestFile) })
  cookie = await signInAs(test, await createPerson(test))
})
afterAll(() => test.close())

const ask = (method: 'GET' | 'HEAD', name = 'Résumé.pdf') =>
  test.call({ method, url: `/api/test/file?name=${encodeURIComponent(name)}`, headers: { cookie } })

describe('a route that answers a file', () => {
  it('sends its bytes with type, size and name, and forbids caching', async () => {
    const answer = await ask('GET')
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(bytes)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="R_sum_.pdf"; filename*=UTF-8''R%C3%A9sum%C3%A9.pdf`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  })

  it('answers HEAD with the same headers and lets go of the file', async () => {
    const answer = await ask('HEAD')
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(answer.headers['content-length']).toBe(String(bytes.length))
    expect(streams.at(-1)?.destroyed).toBe(true)
  })

  it('records the opening of each answer with content, and sends nothing when that fails', async () => {
    recorded = 0
    await ask('HEAD')
    expect(recorded).toBe(0)
    await ask('GET')
    expect(recorded).toBe(1)
    recordOpening = () => Promise.reject(new AppError('not-found'))
    const answer = await ask('GET')
    expect([answer.statusCode, answer.json().code, answer.headers['content-disposition']]).toEqual([
      404,
      'not-found',
      undefined,
    ])
    expect(streams.at(-1)?.destroyed).toBe(true)
  })

  it('answers a refusal as a problem', async () => {
    const answer = await test.call({ method: 'GET', url: '/api/test/file?name=x' })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      401,
      'application/problem+json; charset=utf-8',
    ])
  })

  it('is published with its types', async () => {
    const { paths } = (await test.call({ method: 'GET', url: '/api/openapi-internal.json' })).json()
    const { content } = paths['/api/test/file'].get.responses['200']
    const schema = { type: 'string', format: 'binary' }
    expect(content).toEqual({ 'application/pdf': { schema }, 'image/png': { schema } })
  })
})

describe('the name of a file', () => {
  it.each([
    ['plain.pdf', 'plain.pdf', 'plain.pdf'],
    ['a "b"\\c/d.pdf', 'a _b__c_d.pdf', 'a%20_b__c_d.pdf'],
    ['x\r\nset-cookie: a=b.pdf', 'xset-cookie_ a=b.pdf', 'xset-cookie_%20a%3Db.pdf'],
    ['../../etc/passwd', '_.._etc_passwd', '_.._etc_passwd'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe', 'invoicefdp.exe'],
    ['100%; (1)*.pdf', '100__ (1)_.pdf', '100%25%3B%20%281%29_.pdf'],
    ["O'Neil.pdf", "O'Neil.pdf", 'O%27Neil.pdf'],
    ['\ud800.pdf', '_.pdf', '%EF%BF%BD.pdf'],
    ['請求書.pdf', '___.pdf', '%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf'],
    [' .. ', 'file', 'file'],
    ['', 'file', 'file'],
  ])('%j is safe in the header', (name, ascii, encoded) => {
    expect(contentDisposition(name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`)
  })

  it('keeps its ending when it is too long', () => {
    expect(contentDisposition(`${'x'.repeat(500)}.pdf`)).toMatch(/^attachment; filename="x{146}\.pdf";/)
  })
})
