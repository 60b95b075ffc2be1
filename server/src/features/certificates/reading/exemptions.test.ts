import type { DocumentReading, FormSummary } from '@exempta/contract/certificates'
import type { Document } from '@exempta/contract/documents'
import { describe, expect, it } from 'vitest'
import {
  asRead,
  confirmation as body,
  certificateScene,
  otherPaper,
  page,
  resale,
} from '../../../../test/certificates.ts'
import { plainAnswer } from '../../../../test/fake-sandbox.ts'
import { createPerson, signInAs } from '../../../../test/people.ts'
import { untilDocument } from '../../../../test/uploads.ts'
import { certificatesData } from '../feature.ts'

const { scene, get, post, share, newDocument, nextPages, confirm, withdraw, readingOf, confirmed } =
  certificateScene()

describe('what we read', () => {
  it('is a suggestion that can be confirmed in one step', async () => {
    const id = await newDocument()
    const reading = await readingOf(id)
    expect(reading).toMatchObject({ isRead: true, confirmed: null, notACertificate: null, businesses: 0 })
    expect(reading.certificates).toMatchObject([
      {
        pages: [1, 2],
        form: { code: 'ny-st-120', name: 'ST-120', newerRevision: '1/26' },
        isEmpty: false,
        isSure: true,
        notes: [],
        suggestion: asRead,
      },
    ])
    expect(reading.certificates[0]?.fields).toHaveLength(6)
  })

  it('waits for its owner on the dashboard, in the list and in the wallet until it is confirmed', async () => {
    const waiting = async () => {
      const { counts } = (await get('/api/documents/dashboard')).json()
      const { items } = (await get('/api/documents?status=to-confirm')).json()
      const { toConfirm } = (await get('/api/documents/wallet')).json()
      const ids = (items as { id: string }[]).map((item) => item.id)
      expect([counts.toConfirm, toConfirm]).toEqual([ids.length, ids.length])
      return ids
    }
    const before = await waiting()
    const id = await newDocument()
    nextPages(page(undefined))
    await newDocument()
    expect(await waiting()).toEqual([id, ...before])
    await confirmed(id)
    expect(await waiting()).toEqual(before)
    // Whoever undid a confirmation isn't asked for it again.
    await withdraw(id)
    expect(await waiting()).toEqual(before)
  })

  it('names what is missing, with the rule behind it', async () => {
    nextPages(page('ny-st-120', ...resale.filter(({ name }) => name !== 'signature')))
    const { certificates } = await readingOf(await newDocument())
    expect(certificates[0]).toMatchObject({ isSure: false, suggestion: { hasSignature: false } })
    expect(certificates[0]?.notes).toMatchObject([
      { state: 'NY', text: 'The signature is missing.', rule: { source: 'Form ST-120 (6/18)' } },
    ])
  })

  it('names a day in the future', async () => {
    nextPages(
      page('ny-st-120', ...resale.filter(({ name }) => name !== 'signed-on'), {
        name: 'signed-on',
        value: '2090-01-02',
      }),
    )
    const { certificates } = await readingOf(await newDocument())
    expect(certificates[0]?.notes.map(({ text }) => text)).toEqual([
      'It’s dated in the future. Please check the date.',
    ])
  })

  it('is not sure as long as one value is to be checked', async () => {
    nextPages(page('ny-st-120', ...resale.map((field) => ({ ...field, isSure: field.name !== 'number' }))))
    expect((await readingOf(await newDocument())).certificates[0]).toMatchObject({ isSure: false })
  })

  it('keeps two certificates in one file apart, and leaves out the unused side of a sheet', async () => {
    const [numberField, ...rest] = [
      { name: 'number', value: '3-12345-6789-0' } as const,
      { name: 'purchaser', value: 'Alamo Supply' } as const,
    ]
    nextPages(page('ny-st-120', ...resale), page('tx-01-339', ...rest, numberField))
    const two = await readingOf(await newDocument())
    expect(two.certificates.map(({ pages, form }) => [pages, form?.code])).toEqual([
      [[1], 'ny-st-120'],
      [[2], 'tx-01-339'],
    ])
    nextPages(page('ny-st-120', ...resale), page('tx-01-339'))
    const one = await readingOf(await newDocument())
    expect(one.certificates.map(({ pages }) => pages)).toEqual([[1]])
  })

  it('says that a form is empty, or another kind of paper', async () => {
    nextPages(page('ny-st-120'))
    expect((await readingOf(await newDocument())).certificates).toMatchObject([{ isEmpty: true }])
    nextPages(otherPaper('w-9'))
    expect(await readingOf(await newDocument())).toMatchObject({ notACertificate: 'w-9' })
    nextPages(otherPaper('w-9'), page('ny-st-120', ...resale))
    expect(await readingOf(await newDocument())).toMatchObject({
      notACertificate: null,
      certificates: [{ pages: [2] }],
    })
  })

  it('of another edition is never sure, and says neither how it is used nor that it is not signed', async () => {
    const unsure = resale
      .filter(({ name }) => name !== 'signature' && name !== 'blanket')
      .map((field) => ({ ...field, isSure: true }))
    const read = page('ny-st-120', ...unsure)
    if (!read.form) throw new Error('The page has no form.')
    read.form = { ...read.form, edition: 'older', revision: '4/10' }
    nextPages(read)
    const id = await newDocument()
    expect((await readingOf(id)).certificates).toMatchObject([
      {
        form: { code: 'ny-st-120' },
        edition: 'older',
        printedRevision: '4/10',
        isSure: false,
        suggestion: { isBlanket: null, hasSignature: null },
      },
    ])
    expect((await confirm(id, { ...body, hasSignature: null })).statusCode).toBe(422)
    expect((await confirmed(id)).reading.confirmed).toMatchObject({ hasSignature: true })
  })

  it('of an unknown form is never sure', async () => {
    nextPages(page(undefined, { name: 'purchaser', value: 'Prairie Wind', isSure: false }))
    expect((await readingOf(await newDocument())).certificates).toMatchObject([
      { form: null, isEmpty: false, isSure: false, suggestion: { form: null, states: [] } },
    ])
  })

  it('of an unknown form is confirmed with a form that its owner finds in the list', async () => {
    nextPages(page(undefined, { name: 'purchaser', value: 'Prairie Wind', isSure: false }))
    const id = await newDocument()
    const { forms } = (await get('/api/forms', '')).json() as { forms: FormSummary[] }
    const form = forms.find(({ name, states }) => name === 'ST-3' && states.includes('NJ'))
    expect(form).toMatchObject({ code: 'nj-st-3', title: 'Resale Certificate', reasons: ['resale'] })
    const stated = { ...body, states: [{ state: 'NJ', number: null }] }
    const unnamed = (await confirm(id, { ...stated, form: null })).json() as DocumentReading
    const unknown = 'We don’t know this form, so businesses have to check it themselves.'
    expect(unnamed.confirmedNotes.map(({ text }) => text)).toContain(unknown)
    const shown = unnamed.confirmed?.confirmedAt ?? null
    const named = (await confirm(id, { ...stated, form: 'nj-st-3', shown })).json() as DocumentReading
    expect(named).toMatchObject({ confirmedForm: form, certificates: [{ form: null }] })
    expect(named.confirmedNotes.map(({ text }) => text)).not.toContain(unknown)
  })
})

describe('an exemption', () => {
  it('is confirmed, changed and taken back by its owner alone', async () => {
    const id = await newDocument()
    const { reading, at } = await confirmed(id)
    expect(reading).toMatchObject({ confirmed: { ...asRead, pages: [1] }, confirmedNotes: [] })
    const stranger = await signInAs(scene.test, await createPerson(scene.test))
    expect((await get(`/api/documents/${id}/reading`, stranger)).statusCode).toBe(404)
    expect((await confirm(id, { ...body, shown: at }, stranger)).statusCode).toBe(404)
    expect((await withdraw(id, stranger)).statusCode).toBe(404)

    scene.test.clock.advance(1000)
    const changed = await confirm(id, { ...body, shown: at, purchaser: 'Prairie Wind Foods' })
    expect(changed.json()).toMatchObject({ confirmed: { purchaser: 'Prairie Wind Foods' } })
    const undone = (await withdraw(id)).json()
    expect(undone).toMatchObject({ confirmed: null, undone: { purchaser: 'Prairie Wind Foods' } })
    expect(await readingOf(id)).toMatchObject({
      confirmed: null,
      undone: { purchaser: 'Prairie Wind Foods' },
    })
    const again = await confirm(id, { ...body, shown: null })
    expect(again.json()).toMatchObject({ confirmed: {}, undone: null })
  })

  it('is refused when the page shows something older, and nothing is lost', async () => {
    const id = await newDocument()
    await confirmed(id)
    scene.test.clock.advance(1000)
    const late = await confirm(id, { ...body, purchaser: 'Someone else' })
    expect([late.statusCode, late.json().code]).toEqual([409, 'conflict'])
    const old = await confirm(id, { ...body, version: 2 })
    expect([old.statusCode, old.json().code]).toEqual([409, 'conflict'])
    expect((await readingOf(id)).confirmed?.purchaser).toBe('Prairie Wind Foods Co')
  })

  it.each([
    ['a day that does not exist', { signedOn: '2026-02-30' }],
    ['10,000 characters', { purchaser: 'x'.repeat(10_000) }],
    ['no purchaser', { purchaser: ' ' }],
    ['no state', { states: [] }],
    [
      'a state twice',
      {
        states: [
          { state: 'NY', number: null },
          { state: 'NY', number: null },
        ],
      },
    ],
    ['a state that does not exist', { states: [{ state: 'ZZ', number: null }] }],
    ['a form that does not exist', { form: 'zz-1' }],
    ['a Social Security number', { states: [{ state: 'NY', number: '219-09-9999' }] }],
    ['a page that does not exist', { pages: [3] }],
    ['a reason that does not exist', { reason: 'because' }],
  ])('with %s is bad input', async (_, change) => {
    const id = await newDocument()
    expect((await confirm(id, { ...body, ...change })).statusCode).toBe(422)
    expect((await readingOf(id)).confirmed).toBeNull()
  })

  it('keeps letters of other scripts', async () => {
    const id = await newDocument()
    const answer = await confirm(id, { ...body, purchaser: 'Łódź Żywność 食品株式会社' })
    expect(answer.json()).toMatchObject({ confirmed: { purchaser: 'Łódź Żywność 食品株式会社' } })
  })

  it('says how many businesses can use it', async () => {
    const id = await newDocument()
    await confirmed(id)
    expect((await share({ documentIds: [id], businessIds: [scene.business.id] })).statusCode).toBe(200)
    expect((await readingOf(id)).businesses).toBe(1)
  })

  it.each([
    ['ends when a value of it is blacked out', { x: 0.6, y: 0.2 }, false],
    ['stays when something else is blacked out', { x: 0.1, y: 0.8 }, true],
  ])('%s', async (_, { x, y }, isKept) => {
    const id = await newDocument()
    await confirmed(id)
    const [left, top] = [x * 200, y * 100]
    scene.sandbox.answer = async (bytes, call) => {
      const result = await plainAnswer(bytes, call)
      if (result.verdict === 'refused') return result
      const quad = [
        [left, top],
        [left + 20, top],
        [left + 20, top + 5],
        [left, top + 5],
      ] as const
      const chosen = { kind: 'chosen', quad, confidence: 1, source: 'owner' } as const
      return {
        ...result,
        pages: result.pages.map((one, i) => ({ ...one, findings: i === 0 ? [chosen] : [] })),
      }
    }
    const boxes = [{ page: 1, x, y, width: 0.1, height: 0.05 }]
    expect((await post(`/api/documents/${id}/versions`, { version: 1, boxes })).statusCode).toBe(202)
    await untilDocument<Document>(scene.test, scene.cookie, id, ({ version }) => version === 2)
    const { confirmed: kept } = await readingOf(id)
    expect(kept !== null).toBe(isKept)
  })

  it('ends with blacking out when its owner typed a value that was not read', async () => {
    const id = await newDocument()
    expect((await confirm(id, { ...body, purchaser: 'Typed by hand' })).statusCode).toBe(200)
    const boxes = [{ page: 2, x: 0.1, y: 0.8, width: 0.1, height: 0.05 }]
    expect((await post(`/api/documents/${id}/versions`, { version: 1, boxes })).statusCode).toBe(202)
    await untilDocument<Document>(scene.test, scene.cookie, id, ({ version }) => version === 2)
    expect((await readingOf(id)).confirmed).toBeNull()
  })

  it('is part of the download of personal data, and is deleted with its document', async () => {
    const id = await newDocument()
    await confirmed(id)
    const person = { kind: 'person', id: scene.owner.id, role: 'user' } as const
    const rows: object[] = []
    for await (const entry of certificatesData(scene.test.services, person))
      if ('rows' in entry) for await (const row of entry.rows) rows.push(row as object)
    expect(rows).toContainEqual(expect.objectContaining({ documentId: id, ...asRead }))
    await scene.test.call({
      method: 'DELETE',
      url: `/api/documents/${id}`,
      headers: { cookie: scene.cookie },
    })
    const left = await scene.test.database.executeAsOwner(
      'select (select count(*) from exemptions where document_id = $1) + (select count(*) from exemption_states where document_id = $1) as count',
      [id],
    )
    expect(left.rows).toEqual([{ count: 0 }])
  })
})
