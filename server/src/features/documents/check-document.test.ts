import type { AreaResolution, Document, DocumentDetails } from '@exempta/contract/documents'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { pagedAnswer, plainAnswer, uncertainAnswer } from '../../../test/fake-sandbox.ts'
import { readEmails } from '../../../test/mailbox.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { sharingScene } from '../../../test/sharing.ts'
import {
  jpegBytes,
  pdfBytes,
  untilDocument,
  untilProcessed,
  upload,
  uploadOne,
} from '../../../test/uploads.ts'
import type { RedactCall } from '../../platform/sandbox/sandbox.ts'
import { documentsData, eraseDocuments } from './feature.ts'

const { scene, get, post, share, newDocument, awaitNotifications } = sharingScene()

let id: string
beforeEach(async () => {
  scene.sandbox.answer = uncertainAnswer
  id = await newDocument()
})
afterEach(() => {
  scene.sandbox.answer = undefined
})

const details = async (of = id): Promise<DocumentDetails> => (await get(`/api/documents/${of}`)).json()
const decide = (area: number, resolution: AreaResolution, changes: object = {}, as = scene.cookie) =>
  scene.test.call({
    method: 'PUT',
    url: `/api/documents/${id}/uncertain-areas/${area}`,
    payload: { version: 1, shown: null, resolution, ...changes },
    headers: { cookie: as },
  })
const finish = (version = 1, as = scene.cookie) => post(`/api/documents/${id}/check`, { version }, as)
const decideAll = async (...resolutions: AreaResolution[]) => {
  for (const [area, resolution] of resolutions.entries()) {
    expect((await decide(area, resolution)).statusCode, `area ${area}`).toBe(200)
  }
}
const resolutions = async () => (await details()).uncertain.map(({ resolution }) => resolution)
const untilVersion = (version: number) =>
  untilDocument<Document>(scene.test, scene.cookie, id, (document) => document.version === version)
const untilNothingIsMade = () =>
  untilDocument<DocumentDetails>(scene.test, scene.cookie, id, ({ versions }) =>
    versions.every(({ isReady }) => isReady),
  )
const areaRows = async (documentId = id) =>
  (
    await scene.test.database.executeAsOwner(
      'select version, position, resolution from document_uncertain_areas where document_id = $1 order by 1, 2',
      [documentId],
    )
  ).rows

describe('a document with uncertain areas', () => {
  it('is processed, names each area with what was expected there, and needs a check', async () => {
    expect(await details()).toMatchObject({
      status: 'processed',
      needsCheck: true,
      uncertain: [
        {
          area: 0,
          page: 1,
          expected: 'ssn',
          reason: 'value-not-read',
          resolution: null,
          quad: [
            [0.1, 0.6],
            [0.4, 0.6],
            [0.4, 0.7],
            [0.1, 0.7],
          ],
        },
        { area: 1, page: 1, expected: 'date-of-birth', reason: 'label-without-value' },
        { area: 2, page: 2, expected: 'bank-account', reason: 'paper-without-secret' },
      ],
    })
    expect(await auditOf(scene.test, id)).toContainEqual(
      expect.objectContaining({ action: 'document.process', details: { pages: 2, hidden: 1, uncertain: 3 } }),
    )
  })

  it('is counted on the dashboard, listed by its filter, and left out of it after the check', async () => {
    const toCheck = async () => (await get('/api/documents/dashboard')).json().counts.toCheck
    const listed = async () =>
      ((await get('/api/documents?status=needs-check')).json().items as Document[]).map((one) => one.id)
    const before = await toCheck()
    expect(await listed()).toContain(id)
    await decideAll('fine', 'fine', 'fine')
    await finish()
    expect(await toCheck()).toBe(before - 1)
    expect(await listed()).not.toContain(id)
  })

  it('is announced in plain words, also by email to those who want emails', async () => {
    await scene.test.database.executeAsOwner(
      "update notification_preferences set mailed_types = '{other}' where user_id = $1",
      [scene.owner.id],
    )
    id = await newDocument()
    const { name } = await details()
    const message = `We couldn’t read 3 places on ${name} where private information may be. Check the document before you share it. Until then, only you can open it.`
    const notifications = await awaitNotifications({ ...scene.business, cookie: scene.cookie }, 1)
    expect(notifications).toMatchObject([
      { title: 'Check before sharing', message, link: `/user/documents/${id}` },
    ])
    const mails = async () =>
      (await readEmails(scene.test, scene.owner.email)).filter(({ text }) => text.includes(name))
    await expect
      .poll(mails, { timeout: 15_000 })
      .toMatchObject([{ subject: expect.stringContaining('Check before sharing') }])
  })

  it('keeps them for pages that were finished before a retry', async () => {
    const area = {
      quad: [
        [0, 0],
        [20, 0],
        [20, 10],
        [0, 10],
      ],
      expected: 'ssn',
      reason: 'value-not-read',
    } as const
    let tries = 0
    const paged = pagedAnswer(3, async (page) => {
      if (page === 2 && tries++ === 0) throw new Error('interrupted')
    })
    scene.sandbox.answer = async (bytes, call) => {
      const add = call.pages?.add.bind(call.pages)
      // The first page alone: the later ones are stored too if the document lets another one go first.
      if (call.pages?.count === 0 && add) {
        call.pages.add = (page) => add({ ...page, uncertain: page.thumbnail ? [{ ...area }] : [] })
      }
      return paged(bytes, call)
    }
    const { id: retried } = await uploadOne(scene.test, scene.cookie, { bytes: pdfBytes('three pages') })
    await untilProcessed(scene.test, scene.cookie, retried)
    expect(tries).toBe(2)
    const { needsCheck, uncertain } = await details(retried)
    expect({ needsCheck, pages: uncertain.map(({ page }) => page) }).toEqual({
      needsCheck: true,
      pages: [1],
    })
  })

  it('needs a check as a marked card, too', async () => {
    const answer = await upload(scene.test, scene.cookie, [
      { field: 'card-front', name: 'card.jpg', bytes: jpegBytes('uncertain card') },
    ])
    expect(answer.json().files).toMatchObject([{ outcome: 'accepted', document: { needsCheck: true } }])
  })
})

describe('deciding', () => {
  it('is kept for each area, and can be changed', async () => {
    expect((await decide(0, 'hidden')).json()).toMatchObject({ area: 0, resolution: 'hidden' })
    expect(await resolutions()).toEqual(['hidden', null, null])
    expect((await decide(0, 'fine', { shown: 'hidden' })).statusCode).toBe(200)
    expect(await resolutions()).toEqual(['fine', null, null])
  })

  it('is a conflict when another tab has decided differently; the same decision is none', async () => {
    await decide(0, 'hidden')
    const late = await decide(0, 'fine')
    expect(late.json()).toMatchObject({
      code: 'conflict',
      title: 'You made a choice for this area in another window. Take another look.',
    })
    expect((await decide(0, 'hidden')).statusCode).toBe(200)
    expect(await resolutions()).toEqual(['hidden', null, null])
  })

  it('by two tabs at once leaves one decision, and tells the other tab', async () => {
    const answers = await Promise.all([decide(0, 'hidden'), decide(0, 'fine')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const [kept] = answers.filter(({ statusCode }) => statusCode === 200)
    expect((await resolutions())[0]).toBe(kept?.json().resolution)
  })

  it.each([
    ['an unknown area', () => decide(9, 'fine'), 404, 'not-found'],
    ['another version', () => decide(0, 'fine', { version: 2 }), 409, 'conflict'],
    ['an unknown decision', () => decide(0, 'maybe' as AreaResolution), 422, 'invalid-input'],
    ['an area that is no number', () => decide('x' as never, 'fine'), 422, 'invalid-input'],
    ['a check with areas left', () => finish(), 409, 'needs-check'],
    ['a check of another version', () => finish(2), 409, 'conflict'],
  ])('is refused for %s', async (_, act, status, code) => {
    const answer = await act()
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(await resolutions()).toEqual([null, null, null])
  })

  it('is the owner’s alone', async () => {
    const other = await signInAs(scene.test, await createPerson(scene.test))
    expect((await decide(0, 'fine', {}, other)).statusCode).toBe(404)
    expect((await finish(1, other)).statusCode).toBe(404)
    expect((await decide(0, 'fine', {}, scene.business.cookie)).statusCode).toBe(403)
  })
})

describe('finishing the check', () => {
  it('releases the document as it is when everything is fine', async () => {
    await decideAll('fine', 'fine', 'fine')
    const given = scene.sandbox.given.length
    expect((await finish()).json()).toMatchObject({ needsCheck: false, version: 1 })
    expect(scene.sandbox.given).toHaveLength(given)
    expect((await share({ documentIds: [id], businessIds: [scene.business.id] })).statusCode).toBe(200)
    expect(await auditOf(scene.test, id)).toContainEqual(
      expect.objectContaining({ action: 'document.check', details: { version: 1, hidden: 0, fine: 3 } }),
    )
    expect((await finish()).json()).toMatchObject({
      code: 'conflict',
      title: 'This document has already been checked.',
    })
  })

  it('hides what is to be hidden in a new version that is read again, and releases that', async () => {
    await decideAll('hidden', 'fine', 'hidden')
    const asked: RedactCall[] = []
    const made = Promise.withResolvers<void>()
    scene.sandbox.answer = async (bytes, call) => {
      asked.push(call)
      await made.promise
      return plainAnswer(bytes, call)
    }
    expect((await finish()).json()).toMatchObject({ needsCheck: true, version: 1 })
    // Nobody else can have it before the new version is there, and nothing is decided about the old one.
    expect((await share({ documentIds: [id], businessIds: [scene.business.id] })).json().code).toBe(
      'needs-check',
    )
    expect((await decide(1, 'hidden', { shown: 'fine' })).json()).toMatchObject({ code: 'conflict' })
    expect((await finish()).json()).toMatchObject({ code: 'conflict' })
    made.resolve()
    expect(await untilVersion(2)).toMatchObject({ needsCheck: false })
    expect(asked).toMatchObject([
      {
        readAgain: true,
        boxes: [
          { page: 1, x: 0.1, y: 0.6, width: expect.closeTo(0.3), height: expect.closeTo(0.1) },
          { page: 2, x: 0, y: 0, width: 1, height: 1 },
        ],
      },
    ])
    expect((await details()).findings).toContainEqual({ kind: 'chosen', count: 2 })
    expect(await areaRows()).toEqual([])
    expect((await share({ documentIds: [id], businessIds: [scene.business.id] })).statusCode).toBe(200)
  })

  it('keeps the document closed when the second reading finds something it cannot hide', async () => {
    await decideAll('hidden', 'fine', 'fine')
    scene.sandbox.answer = async () => ({ verdict: 'refused', reason: 'secret-remains', advice: '' })
    await finish()
    expect(await untilNothingIsMade()).toMatchObject({ needsCheck: true, version: 1 })
    expect(await resolutions()).toEqual(['hidden', 'fine', 'fine'])
    const { name } = await details()
    expect(await awaitNotifications({ ...scene.business, cookie: scene.cookie }, 1)).toMatchObject([
      {
        message: `We found a private number on ${name} that we couldn’t hide. Black it out yourself, then finish the check.`,
      },
    ])
    // The owner goes on from there.
    scene.sandbox.answer = undefined
    await finish()
    expect(await untilVersion(2)).toMatchObject({ needsCheck: false })
  })

  it('twice at once happens once', async () => {
    await decideAll('hidden', 'fine', 'fine')
    const answers = await Promise.all([finish(), finish()])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    await untilVersion(2)
  })
})

describe('blacking out more before the check is finished', () => {
  const blackOut = () =>
    post(`/api/documents/${id}/versions`, {
      version: 1,
      boxes: [{ page: 1, x: 0.5, y: 0.5, width: 0.1, height: 0.1 }],
    })

  it('takes the areas and their decisions along, and is no release', async () => {
    await decide(0, 'fine')
    expect((await blackOut()).statusCode).toBe(202)
    expect(await untilVersion(2)).toMatchObject({ needsCheck: true })
    expect(await resolutions()).toEqual(['fine', null, null])
    expect(await areaRows()).toHaveLength(3)
    expect((await decide(1, 'fine')).json()).toMatchObject({
      code: 'conflict',
      title: 'This document has changed. Look at the new version.',
    })
    for (const area of [1, 2])
      expect((await decide(area, 'fine', { version: 2 })).statusCode, `${area}`).toBe(200)
    expect((await finish(2)).json()).toMatchObject({ needsCheck: false })
  })

  it('lets nothing be decided meanwhile, and loses nothing', async () => {
    const made = Promise.withResolvers<void>()
    scene.sandbox.answer = async (bytes, call) => {
      await made.promise
      return plainAnswer(bytes, call)
    }
    await decide(0, 'hidden')
    await blackOut()
    expect((await decide(1, 'hidden')).json()).toMatchObject({
      code: 'conflict',
      title: 'We’re still making the new version of this document. Continue when it’s ready.',
    })
    made.resolve()
    await untilVersion(2)
    expect(await resolutions()).toEqual(['hidden', null, null])
  })
})

describe('personal data', () => {
  it('holds the areas and what was decided about them', async () => {
    await decide(0, 'hidden')
    const person = { kind: 'person', id: scene.owner.id, role: 'user' } as const
    const rows: { documentId: string }[] = []
    for await (const entry of documentsData(scene.test.services, person)) {
      if (entry.path !== 'document-checks.json' || !('rows' in entry)) continue
      for await (const row of entry.rows) rows.push(row as { documentId: string })
    }
    expect(rows.filter(({ documentId }) => documentId === id)).toMatchObject([
      {
        page: 1,
        expected: 'ssn',
        reason: 'value-not-read',
        resolution: 'hidden',
        resolvedAt: expect.any(Date),
      },
      { page: 1, resolution: null },
      { page: 2, resolution: null },
    ])
  })

  it('goes with the document, and with the account', async () => {
    const other = await createPerson(scene.test)
    const document = await newDocument(await signInAs(scene.test, other))
    expect(await areaRows(document)).toHaveLength(3)
    await eraseDocuments(scene.test.services, other.id)
    expect(await areaRows(document)).toEqual([])
    await scene.test.call({
      method: 'DELETE',
      url: `/api/documents/${id}`,
      headers: { cookie: scene.cookie },
    })
    expect(await areaRows()).toEqual([])
    expect((await decide(0, 'fine')).statusCode).toBe(404)
  })
})
