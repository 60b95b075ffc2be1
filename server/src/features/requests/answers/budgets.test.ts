import { createHash, randomBytes } from 'node:crypto'
import { documentLimits } from '@exempta/contract/documents/limits'
import { pageLimits } from '@exempta/contract/paging'
import type { CertificateRequest } from '@exempta/contract/requests'
import { requestLimits } from '@exempta/contract/requests/limits'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { certificateScene } from '../../../../test/certificates.ts'
import { plainAnswer } from '../../../../test/fake-sandbox.ts'
import { createPerson, signInAs } from '../../../../test/people.ts'
import { formOf, pdfBytes } from '../../../../test/uploads.ts'
import { sweepAnswers } from '../jobs.ts'
import { limits } from '../limits.ts'

const { scene, get, post } = certificateScene({ trustedProxies: ['127.0.0.1'] })
const execute = (sql: string, values: unknown[] = []) => scene.test.database.executeAsOwner(sql, values)

let request: CertificateRequest
beforeEach(async () => {
  scene.business.cookie = await signInAs(scene.test, scene.business.manager)
  const counter = { name: `Counter ${++counters}`, state: 'IL' }
  const { id } = (await post('/api/business/locations', counter, scene.business.cookie)).json()
  request = (await post(`/api/business/locations/${id}/request`, {}, scene.business.cookie)).json()
})
afterEach(async () => {
  await execute("delete from users where status = 'guest'")
})
let counters = 0

const personalRequest = async (): Promise<CertificateRequest> => {
  const nothing = { email: null, customerName: null, customerReference: null, state: null, message: null }
  return (await post('/api/requests', nothing, scene.business.cookie)).json()
}

const baseOf = ({ link }: CertificateRequest) => `/api/r/${link.split('/r/').at(-1)}`
const modifiedAt = '2026-05-04T09:00:00.000Z'
const fileOf = (sizeBytes: number) => ({ name: 'certificate.pdf', sizeBytes, modifiedAt })

/** A browser that sends the first piece of a file, from the network with this address. */
async function visit(ip: string, { to = request, sizeBytes = 1024 * 1024 } = {}) {
  const base = baseOf(to)
  const headers = { 'x-forwarded-for': ip, cookie: '' }
  const payload = fileOf(sizeBytes)
  const started = await scene.test.call({ method: 'POST', url: `${base}/uploads`, headers, payload })
  headers.cookie = started.headers['set-cookie']?.toString().split(';')[0] ?? ''
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...payload, at: 0 })) form.append(name, String(value))
  form.append('piece', new Blob([new Uint8Array(requestLimits.uploadPieceBytes)]), 'piece')
  const encoded = new Response(form)
  const begun = await scene.test.call({
    method: 'POST',
    url: `${base}/pieces`,
    headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  const askForCode = async (email: string) =>
    (await scene.test.call({ method: 'POST', url: `${base}/codes`, headers, payload: { email } })).statusCode
  return { begun, askForCode }
}
const begin = async (...from: Parameters<typeof visit>) => (await visit(...from)).begun

/** Answers that others have begun: so many from each of so many networks. */
async function othersBegan(networks: number, each: number, { to = request, sizeBytes = 1024 } = {}) {
  for (let n = 0; n < networks; n++) {
    const source = createHash('sha256').update(randomBytes(8)).digest()
    await execute(
      `with guests as (
         insert into users (id, name, email, role, status, created_at, updated_at)
         select id, 'Guest', id || '@guest.invalid', 'user', 'guest', $4, $4
         from (select gen_random_uuid() as id from generate_series(1, $1)) ids returning id)
       insert into request_answers
         (id, request_id, token_hash, user_id, source_hash, size_bytes, created_at, progress_at)
       select id, $2, sha256(id::text::bytea), id, $3, $5, $4, $4 from guests`,
      [each, to.id, source, scene.test.clock.now(), sizeBytes],
    )
  }
}

const countOf = async (table: string, where = 'true') => {
  const { rows } = await execute(`select count(*)::integer as count from ${table} where ${where}`)
  return (rows[0] as { count: number }).count
}

describe('answers that are not sent', () => {
  it('do not exist before a byte of a file has arrived', async () => {
    const admin = await signInAs(scene.test, await createPerson(scene.test, 'admin'))
    const state = async () => ({
      users: await countOf('users'),
      answers: await countOf('request_answers'),
      uploads: await countOf('request_uploads'),
      audit: await countOf('audit_entries', "action = 'account.create'"),
    })
    const before = await state()
    for (let n = 0; n < 2 * limits.openAnswersOfSource; n++) {
      const headers = { 'x-forwarded-for': '198.51.100.1' }
      const url = baseOf(request)
      const payload = fileOf(1000)
      const started = await scene.test.call({ method: 'POST', url: `${url}/uploads`, headers, payload })
      expect(started.statusCode, `upload ${n}`).toBe(200)
      const empty = await formOf([{ bytes: Buffer.alloc(0) }])
      const sent = await scene.test.call({
        method: 'POST',
        url: `${url}/documents`,
        ...empty,
        headers: { ...empty.headers, ...headers },
      })
      expect(sent.json(), `upload ${n}: ${sent.body}`).toMatchObject({
        file: { outcome: 'refused', code: 'empty' },
      })
    }
    expect(await state()).toEqual(before)
    expect((await begin('198.51.100.1')).statusCode).toBe(200)
    const listed = (await get('/api/admin/users?status=guest', admin)).json()
    expect(listed.items, 'nobody’s user').toEqual([])
    const nothing = { filters: {}, joins: [], groupBy: [], aggregations: [] }
    const definition = { name: 'People', type: 'users', columns: ['name', 'status'], ...nothing }
    const report = await post('/api/reports/run', { definition, limit: pageLimits.pageSizeMax }, admin)
    expect(report.statusCode, report.body).toBe(200)
    expect(report.json().rows.length).toBeGreaterThan(0)
    expect(report.body).not.toContain('Guest')
  })

  it('from one network leave room for every other one, and a /64 is one network', async () => {
    for (let n = 0; n < limits.openAnswersOfSource; n++) {
      expect((await begin(`2001:db8:1:1::${n + 1}`)).statusCode, `answer ${n}`).toBe(200)
    }
    const refused = await begin('2001:db8:1:1:ffff::1')
    expect(refused.statusCode).toBe(429)
    expect(refused.json().title).toBe(
      'Too many certificates are being uploaded from your network right now. Please try again in 10 minutes.',
    )
    expect(Number(refused.headers['retry-after'])).toBe(limits.openAnswerIdleMs / 1000)
    expect((await begin('2001:db8:1:2::1')).statusCode, 'another network').toBe(200)
    scene.test.clock.advance(limits.openAnswerIdleMs)
    expect((await begin('2001:db8:1:1:ffff::1')).statusCode, 'the oldest is idle').toBe(200)
    expect(await countOf('request_answers')).toBe(limits.openAnswersOfSource + 1)
  })

  it('are limited by the size of their files, too', async () => {
    const sizeBytes = documentLimits.uploadMaxBytes
    const fits = Math.floor(limits.openAnswersOfSourceBytes / sizeBytes)
    for (let n = 0; n < fits; n++)
      expect((await begin('198.51.100.2', { sizeBytes })).statusCode, `file ${n}`).toBe(200)
    expect((await begin('198.51.100.2', { sizeBytes })).statusCode).toBe(429)
    expect(fits).toBeLessThan(limits.openAnswersOfSource)
  })

  it('cannot exceed a budget by arriving together', async () => {
    const answers = await Promise.all(
      Array.from({ length: limits.openAnswersOfSource + 5 }, () => begin('198.51.100.3')),
    )
    const taken = answers.filter(({ statusCode }) => statusCode === 200).length
    expect(taken).toBeGreaterThan(0)
    expect(taken).toBeLessThanOrEqual(limits.openAnswersOfSource)
    expect(await countOf('request_answers')).toBe(taken)
  })

  it('of the networks that hold the most give way, however fresh they are', async () => {
    const each = limits.openAnswersOfSource
    const networks = limits.openAnswersOfStandingRequest / each
    await othersBegan(networks, each)
    const guests = await countOf('users', "status = 'guest'")
    expect((await begin('198.51.100.4')).statusCode).toBe(200)
    expect(await countOf('request_answers')).toBe(limits.openAnswersOfStandingRequest)
    expect(await countOf('users', "status = 'guest'"), 'one came, one went').toBe(guests)
  })

  it('wait only among equals, and say for how long', async () => {
    const to = await personalRequest()
    await othersBegan(limits.openAnswersOfRequest, 1, { to })
    scene.test.clock.advance(limits.openAnswerIdleMs - 90_000)
    const refused = await begin('198.51.100.5', { to })
    expect(refused.statusCode).toBe(429)
    expect(refused.json().title).toBe(
      'Too many people are uploading a certificate with this link right now. Please try again in 2 minutes.',
    )
    expect((await begin('198.51.100.5')).statusCode, 'another link').toBe(200)
    scene.test.clock.advance(90_000)
    expect((await begin('198.51.100.5', { to })).statusCode, 'now one is idle').toBe(200)
  })

  it('are limited in all', async () => {
    const to = await personalRequest()
    await othersBegan(4, limits.openAnswers / 4, { to })
    expect((await begin('198.51.100.6')).statusCode).toBe(200)
    expect(await countOf('request_answers')).toBe(limits.openAnswers)
  })

  it('give way to nobody once they are sent', async () => {
    const to = await personalRequest()
    await othersBegan(limits.openAnswersOfRequest, 1, { to })
    await execute('update request_answers set sent_at = $1', [scene.test.clock.now()])
    scene.test.clock.advance(requestLimits.openAnswerMs)
    expect((await begin('198.51.100.7', { to })).statusCode).toBe(200)
    await sweepAnswers(scene.test.services)
    expect(await countOf('request_answers', 'sent_at is not null')).toBe(limits.openAnswersOfRequest)
  })

  it('are not cleared while we are still working on them', async () => {
    const work = Promise.withResolvers<void>()
    scene.sandbox.answer = async (bytes, call) => {
      await work.promise
      return plainAnswer(bytes, call)
    }
    const form = await formOf([{ bytes: pdfBytes('long queue') }])
    const url = `${baseOf(request)}/documents`
    expect((await scene.test.call({ method: 'POST', url, ...form })).statusCode).toBe(200)
    scene.test.clock.advance(requestLimits.openAnswerMs)
    await sweepAnswers(scene.test.services)
    expect(await countOf('request_answers')).toBe(1)
    work.resolve()
    await vi.waitFor(async () => expect(await countOf('documents', "status = 'processing'")).toBe(0), {
      timeout: 15_000,
    })
    await sweepAnswers(scene.test.services)
    expect(await countOf('request_answers')).toBe(0)
    expect(await countOf('documents')).toBe(0)
  })
})

describe('codes to an address', () => {
  it('are not held back by a stranger who asks for them from another network', async () => {
    const email = 'wanted@example.org'
    const seen: number[] = []
    for (let n = 0; n < 10; n++) {
      seen.push(await (await visit(`2001:db8:2:2::${n + 1}`)).askForCode(email))
    }
    expect(seen).toEqual([...Array(6).fill(202), ...Array(4).fill(429)])
    const owner = await visit('198.51.100.9')
    expect(await owner.askForCode(email)).toBe(202)
  })
})
