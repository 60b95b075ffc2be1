import type { InjectOptions } from 'fastify'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeKey } from '../../../../test/api-keys.ts'
import type { TestApp } from '../../../../test/app.ts'
import { auditOf } from '../../../../test/audit.ts'
import { sharingScene } from '../../../../test/sharing.ts'

const { scene, post, share, listed, acts, newDocument } = sharingScene()
let test: TestApp
let key: string
beforeAll(async () => {
  ;({ test } = scene)
  key = (await makeKey(test, scene.business)).key
})

let document: string
let shareId: string
let etag: string
beforeEach(async () => {
  document = await newDocument()
  await share({ documentIds: [document], businessIds: [scene.business.id] })
  shareId = (await listed(`&documentId=${document}`))[0]?.id ?? ''
  etag = `"${document}-1-redacted-0"`
  test.clock.advance(1000)
})

const linkFor = async (cookie: string): Promise<string> =>
  (await post(`/api/documents/${document}/view-links`, {}, cookie)).json().url
const file = () => `/api/documents/${document}/file`

interface Way {
  url(): string | Promise<string>
  headers(): Record<string, string>
  action: 'document.view' | 'document.download'
  act?: 'viewed' | 'downloaded'
}
const ways: Record<string, Way> = {
  'the file of the owner': {
    url: file,
    headers: () => ({ cookie: scene.cookie }),
    action: 'document.download',
  },
  'a view link of the owner': {
    url: () => linkFor(scene.cookie),
    headers: () => ({ cookie: scene.cookie }),
    action: 'document.view',
  },
  'a view link of the owner without a session': {
    url: () => linkFor(scene.cookie),
    headers: () => ({}),
    action: 'document.view',
  },
  'the file of a business': {
    url: file,
    headers: () => ({ cookie: scene.business.cookie }),
    action: 'document.download',
    act: 'downloaded',
  },
  'a view link of a business': {
    url: () => linkFor(scene.business.cookie),
    headers: () => ({ cookie: scene.business.cookie }),
    action: 'document.view',
    act: 'viewed',
  },
  'a view link of a business without a session': {
    url: () => linkFor(scene.business.cookie),
    headers: () => ({}),
    action: 'document.view',
    act: 'viewed',
  },
  'the file over the API': {
    url: () => `/api/v1/documents/${shareId}/file`,
    headers: () => ({ authorization: `Bearer ${key}` }),
    action: 'document.download',
    act: 'downloaded',
  },
}

const whole = '%PDF-1.7\nredacted'
const ask = async ({ url, headers }: Way, more: Record<string, string>, options: InjectOptions = {}) =>
  test.call({ method: 'GET', ...options, url: await url(), headers: { ...headers(), ...more } })
const recorded = async (action: string) =>
  (await auditOf(test, document)).filter((entry) => entry.action === action).length
const inHistory = async (act: string) =>
  (await acts(shareId)).filter((entry) => entry === `${act} receiver`).length

describe.each(Object.entries(ways))('%s', (_name, way) => {
  const expectRecorded = async (count: number, after?: string) => {
    expect(await recorded(way.action), after).toBe(count)
    if (way.act) expect(await inHistory(way.act), after).toBe(count)
  }

  /** A session does not last that long, so the recorded rows are moved back in time instead. */
  const passHalfAnHour = () =>
    test.database.executeAsOwner(
      `update audit_entries set at = at - interval '31 minutes' where target_id = $1 and action = $2`,
      [document, way.action],
    )

  it('is recorded when content leaves, whatever range was asked for', async () => {
    const ranges: [range: string, status: number, body: string][] = [
      ['bytes=-99999999', 206, whole],
      ['bytes=x', 200, whole],
      ['bytes=00-', 206, whole],
      ['bytes=1-2,3-4', 200, whole],
      ['bytes=5-4', 200, whole],
      ['bytes= 0-', 200, whole],
      ['BYTES=1-', 200, whole],
      ['bytes=1-', 206, whole.slice(1)],
      ['bytes=-4', 206, 'cted'],
      ['bytes=0-0', 206, '%'],
      ['bytes=9-11', 206, 'red'],
    ]
    for (const [at, [range, status, body]] of ranges.entries()) {
      const answer = await ask(way, { range })
      expect([answer.statusCode, answer.body], range).toEqual([status, body])
      await expectRecorded(at + 1, range)
      await passHalfAnHour()
    }
  })

  it('is recorded once when a viewer fetches it in pieces, and again after half an hour', async () => {
    for (const range of ['bytes=0-3', 'bytes=4-8', 'bytes=9-', 'bytes=-2']) {
      expect((await ask(way, { range })).statusCode, range).toBe(206)
    }
    await expectRecorded(1)
    await passHalfAnHour()
    await ask(way, { range: 'bytes=4-8' })
    await expectRecorded(2)
  })

  it('is recorded for each address that fetches a part of it', async () => {
    await ask(way, {}, { remoteAddress: '127.0.0.1' })
    await ask(way, { range: 'bytes=1-' }, { remoteAddress: '198.51.100.7' })
    await expectRecorded(2)
  })

  it('is recorded when If-Range names another version, with the whole file', async () => {
    const answer = await ask(way, { range: 'bytes=9-11', 'if-range': '"older"' })
    expect([answer.statusCode, answer.body]).toEqual([200, whole])
    const part = await ask(way, { range: 'bytes=9-11', 'if-range': etag })
    expect([part.statusCode, part.body]).toEqual([206, 'red'])
    await expectRecorded(1)
  })

  it('is not recorded when no content leaves', async () => {
    const head = await ask(way, { range: 'bytes=1-' }, { method: 'HEAD' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect((await ask(way, { 'if-none-match': etag })).statusCode).toBe(304)
    expect((await ask(way, { 'if-none-match': '*' })).statusCode).toBe(304)
    expect((await ask(way, { range: 'bytes=99-' })).statusCode).toBe(416)
    await expectRecorded(0)
  })
})

it('a range of a page image counts as a view of the document', async () => {
  const url = `/api/documents/${document}/pages/1`
  const headers = { cookie: scene.business.cookie, range: 'bytes=1-' }
  expect((await test.call({ method: 'HEAD', url, headers })).statusCode).toBe(200)
  expect(await inHistory('viewed')).toBe(0)
  expect((await test.call({ method: 'GET', url, headers })).statusCode).toBe(206)
  expect(await inHistory('viewed')).toBe(1)
  expect((await test.call({ method: 'GET', url, headers })).statusCode).toBe(206)
  expect(await inHistory('viewed')).toBe(1)
})

it('a range of a file is not mistaken for a page image that was viewed before', async () => {
  const headers = { cookie: scene.business.cookie, range: 'bytes=1-' }
  await test.call({ method: 'GET', url: `/api/documents/${document}/pages/1`, headers })
  await test.call({ method: 'GET', url: file(), headers })
  expect([await inHistory('viewed'), await inHistory('downloaded')]).toEqual([1, 1])
})

it('a page that was shared again is viewed for the first time again', async () => {
  const ask = () =>
    test.call({
      method: 'GET',
      url: `/api/documents/${document}/pages/1`,
      headers: { cookie: scene.business.cookie },
    })
  await ask()
  await post('/api/shares/revoke', { ids: [shareId] })
  await share({ documentIds: [document], businessIds: [scene.business.id] })
  await ask()
  expect((await listed(`&documentId=${document}`))[0]?.firstViewedAt).not.toBeNull()
  expect(await inHistory('viewed')).toBe(2)
})

it('a part of a file that was shared again notifies the owner like a first view', async () => {
  const headers = { cookie: scene.business.cookie }
  await test.call({ method: 'GET', url: file(), headers })
  await post('/api/shares/revoke', { ids: [shareId] })
  await share({ documentIds: [document], businessIds: [scene.business.id] })
  expect((await listed(`&documentId=${document}`))[0]?.firstViewedAt).toBeNull()
  await test.call({ method: 'GET', url: file(), headers: { ...headers, range: 'bytes=1-' } })
  expect((await listed(`&documentId=${document}`))[0]?.firstViewedAt).not.toBeNull()
  expect(await inHistory('downloaded')).toBe(2)
})
