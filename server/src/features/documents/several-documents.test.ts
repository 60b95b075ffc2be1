/** What an owner does to documents besides sharing them: rename, delete several, download several. */
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { documentLimits } from '@exempta/contract/documents/limits'
import { describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { readZip } from '../../../test/read-zip.ts'
import { createDocument, sharingScene } from '../../../test/sharing.ts'
import { distinctNames } from './files/download-archive.ts'

const { scene, get, post, share, listed, newDocument, awaitNotifications } = sharingScene()

const rename = (id: string, name: unknown, as = scene.cookie) =>
  scene.test.call({
    method: 'PATCH',
    url: `/api/documents/${id}`,
    payload: { name } as object,
    headers: { cookie: as },
  })
const remove = (ids: string[], as?: string) => post('/api/documents/remove', { ids }, as)
const archive = (ids: string[], as?: string) => get(`/api/documents/archive?ids=${ids.join(',')}`, as)
const strangersCookie = async () => signInAs(scene.test, await createPerson(scene.test))
const nameOf = async (id: string) => (await get(`/api/documents/${id}`)).json().name
const actsOn = async (id: string) =>
  (await auditOf(scene.test, id)).map(({ action }) => action).filter((action) => action !== 'document.upload')

describe('renaming a document', () => {
  it.each([
    ['Lakeside exemption 2026.pdf', 'Lakeside exemption 2026.pdf'],
    ['  Lakeside   exemption ', 'Lakeside exemption.pdf'],
    ['photo.jpg', 'photo.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['card 4111 1111 1111 1111', 'card •••• •••• •••• 1111.pdf'],
  ])('shows %j as %j', async (typed, expected) => {
    const id = await newDocument()
    const answer = await rename(id, typed)
    expect([answer.statusCode, answer.json().name, await nameOf(id)]).toEqual([200, expected, expected])
    expect(await actsOn(id)).toContain('document.rename')
  })

  it.each([[''], ['   '], ['x'.repeat(documentLimits.documentNameLength + 1)], [7]])(
    'refuses %j',
    async (name) => {
      const id = await newDocument()
      const answer = await rename(id, name)
      expect([answer.statusCode, answer.json().fields?.[0]?.path]).toEqual([422, 'name'])
    },
  )

  it('reaches the business and keeps its review, and a stranger finds nothing to rename', async () => {
    const id = await newDocument()
    await share({ documentIds: [id], businessIds: [scene.business.id] })
    const notified = (await awaitNotifications(scene.business, 100)).length
    await rename(id, 'Renamed for them')
    const { items } = (await get('/api/received?search=Renamed', scene.business.cookie)).json()
    expect(items).toMatchObject([{ document: { name: 'Renamed for them.pdf' }, status: 'pending' }])
    expect((await listed()).find(({ document }) => document.id === id)?.document.name).toBe(
      'Renamed for them.pdf',
    )
    expect((await awaitNotifications(scene.business, 100)).length).toBe(notified)
    expect((await rename(id, 'mine', await strangersCookie())).statusCode).toBe(404)
    expect((await rename(randomUUID(), 'mine')).statusCode).toBe(404)
  })
})

describe('thumbnails of several documents', () => {
  const thumbnails = async (of: string, as?: string) =>
    (await get(`/api/documents/thumbnails?of=${of}`, as)).json().thumbnails

  it('come in one answer, without those that are not there, not theirs or of another version', async () => {
    const ids = [await newDocument(), await newDocument()]
    const other = await createDocument(scene.test, await strangersCookie())
    const old = await newDocument()
    const single = await get(`/api/documents/${ids[0]}/thumbnail`)
    const all = await thumbnails([...ids.map((id) => `${id}.1`), `${other}.1`, `${old}.7`].join(','))
    expect(all.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(all[0].jpeg).toBe(single.rawPayload.toString('base64'))
  })

  it('are shown to a business only of what is shared with it', async () => {
    const ids = [await newDocument(), await newDocument()]
    await share({ documentIds: [ids[0]], businessIds: [scene.business.id] })
    const seen = await thumbnails(ids.map((id) => `${id}.1`).join(','), scene.business.cookie)
    expect(seen.map(({ id }: { id: string }) => id)).toEqual([ids[0]])
  })

  it.each([[''], ['form.1'], [`${randomUUID()}`], [`${randomUUID()}.x`]])('refuses %j', async (of) => {
    expect((await get(`/api/documents/thumbnails?of=${of}`)).statusCode).toBe(422)
  })
})

describe('deleting several documents', () => {
  it('deletes all of them, each with an audit row', async () => {
    const ids = [await newDocument(), await newDocument()]
    expect((await remove([...ids, ids[0] ?? ''])).statusCode).toBe(204)
    for (const id of ids) {
      expect((await get(`/api/documents/${id}`)).statusCode, id).toBe(404)
      expect(await actsOn(id), id).toContain('document.remove')
    }
  })

  it('deletes none when one of them is not there or not theirs', async () => {
    const id = await newDocument()
    const other = await createDocument(scene.test, await strangersCookie())
    for (const missing of [other, randomUUID()]) {
      expect((await remove([id, missing])).statusCode, missing).toBe(404)
      expect((await get(`/api/documents/${id}`)).statusCode, missing).toBe(200)
    }
  })

  it.each([
    ['none', 0],
    ['too many', documentLimits.documentsAtOnce + 1],
  ])('refuses %s', async (_, count) => {
    expect((await remove(Array.from({ length: count }, () => randomUUID()))).statusCode).toBe(422)
  })
})

describe('downloading several documents', () => {
  it('gives one ZIP with the redacted files under distinct names, and records each', async () => {
    const ids = [await newDocument(), await newDocument(), await newDocument()]
    for (const [at, name] of ['Form.pdf', 'form', 'other'].entries()) await rename(ids[at] ?? '', name)
    const answer = await archive(ids)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringContaining('exempta-documents-'),
    })
    const files = await readZip(answer.rawPayload)
    expect(Object.keys(files)).toEqual(['Form.pdf', 'form (2).pdf', 'other.pdf'])
    for (const [at, text] of Object.values(files).entries()) {
      expect(text, `file ${at}`).toBe((await get(`/api/documents/${ids[at]}/file`)).body)
      expect(await actsOn(ids[at] ?? ''), `file ${at}`).toContain('document.download')
    }
  })

  it('opens one file at a time, when its turn comes', async () => {
    const ids = [await newDocument(), await newDocument(), await newDocument()]
    const { files } = scene.test.services
    const original = files.get.bind(files)
    let open = 0
    let most = 0
    files.get = async (...args: Parameters<typeof original>) => {
      const got = await original(...args)
      most = Math.max(most, ++open)
      ;(got.stream as Readable).once('close', () => open--)
      return got
    }
    try {
      expect(Object.keys(await readZip((await archive(ids)).rawPayload))).toHaveLength(3)
    } finally {
      files.get = original
    }
    expect([most, open]).toEqual([1, 0])
  })

  it('sends nothing of documents that are not there or not theirs', async () => {
    const id = await newDocument()
    const other = await createDocument(scene.test, await strangersCookie())
    for (const missing of [other, randomUUID()]) {
      expect((await archive([id, missing])).statusCode, missing).toBe(404)
    }
    expect(await actsOn(id)).not.toContain('document.download')
  })

  it.each([
    ['none', ''],
    ['what is no ID', 'form.pdf'],
    ['too many', Array.from({ length: documentLimits.documentsAtOnce + 1 }, () => randomUUID()).join(',')],
  ])('refuses %s', async (_, ids) => {
    expect((await get(`/api/documents/archive?ids=${ids}`)).statusCode).toBe(422)
  })

  it.each([
    [
      ['a.pdf', 'A.PDF', 'a.pdf'],
      ['a.pdf', 'A (2).PDF', 'a (3).pdf'],
    ],
    [
      ['a.pdf', 'a (2).pdf', 'a.pdf'],
      ['a.pdf', 'a (2).pdf', 'a (3).pdf'],
    ],
    [
      ['../x.pdf', 'con:fig.pdf', '...'],
      ['_x.pdf', 'con_fig.pdf', 'file'],
    ],
  ])('writes %j as %j', (names, expected) => {
    expect(distinctNames(names)).toEqual(expected)
  })
})
