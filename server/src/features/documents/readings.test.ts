import type { Document } from '@exempta/contract/documents'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { plainAnswer } from '../../../test/fake-sandbox.ts'
import { createPerson, signInAs } from '../../../test/people.ts'
import { sharingScene } from '../../../test/sharing.ts'
import { pdfBytes, untilDocument, untilProcessed, uploadOne } from '../../../test/uploads.ts'
import type { RedactCall } from '../../platform/sandbox/sandbox.ts'
import { documentsData, eraseDocuments } from './feature.ts'
import { readDocuments } from './jobs/read-documents.ts'

const { scene, post, newDocument } = sharingScene()

const quadAt = (x: number, y: number) =>
  [
    [x, y],
    [x + 40, y],
    [x + 40, y + 8],
    [x, y + 8],
  ] as const
const field = (name: 'purchaser' | 'seller' | 'number', value: string, x: number, y: number) => ({
  name,
  position: 0,
  value,
  quad: quadAt(x, y),
  confidence: 0.98,
  isSure: true,
})

const permit = { notACertificate: 'sellers-permit' as const, fields: [] }

/** A filled form on the first page, another paper on the second. The plain answer hides the upper left quarter of it. */
async function formAnswer(bytes: Buffer, call: RedactCall) {
  const result = await plainAnswer(bytes, call)
  if (result.verdict === 'refused' || call.boxes) return result
  const reading = {
    form: { code: 'ny-st-120', page: 1, confidence: 0.9 },
    fields: [
      field('purchaser', 'Prairie Wind Foods Co', 120, 60),
      { ...field('number', '43-1234567', 120, 80), state: 'NY' },
      field('seller', 'Under the hidden area', 80, 45),
      { ...field('seller', '219-09-9999', 20, 80), position: 1 },
    ],
  }
  return {
    ...result,
    pages: result.pages.map((page, i) => ({ ...page, reading: i === 0 ? reading : permit })),
  }
}

let id: string
beforeEach(async () => {
  scene.sandbox.answer = formAnswer
  id = await newDocument()
})
afterEach(() => {
  scene.sandbox.answer = undefined
})

const fieldRows = async (documentId = id) =>
  (
    await scene.test.database.executeAsOwner(
      'select version, name, value, state, is_sure from document_fields where document_id = $1 order by name',
      [documentId],
    )
  ).rows
const readingRows = async (documentId = id) =>
  (
    await scene.test.database.executeAsOwner(
      'select version, page, form, form_page, not_a_certificate from document_readings where document_id = $1 order by page',
      [documentId],
    )
  ).rows
const number = { version: 1, name: 'number', value: '43-1234567', state: 'NY', is_sure: true }
const purchaser = {
  version: 1,
  name: 'purchaser',
  value: 'Prairie Wind Foods Co',
  state: null,
  is_sure: true,
}

it('keeps what was read with the result, without what is hidden or looks like a secret', async () => {
  expect(await readingRows()).toEqual([
    { version: 1, page: 1, form: 'ny-st-120', form_page: 1, not_a_certificate: null },
    { version: 1, page: 2, form: null, form_page: null, not_a_certificate: 'sellers-permit' },
  ])
  expect(await fieldRows()).toEqual([number, purchaser])
})

it('drops values under areas that are blacked out later, and keeps the others', async () => {
  const boxes = [{ page: 1, x: 0.55, y: 0.75, width: 0.3, height: 0.2 }]
  // The double paints the upper left quarter, so the chosen area is the answer's own.
  scene.sandbox.answer = async (bytes, call) => {
    const result = await plainAnswer(bytes, call)
    if (result.verdict === 'refused') return result
    const [first, ...rest] = result.pages
    const chosen = { kind: 'chosen', quad: quadAt(110, 78), confidence: 1, source: 'owner' } as const
    return { ...result, pages: first ? [{ ...first, findings: [chosen] }, ...rest] : rest }
  }
  expect((await post(`/api/documents/${id}/versions`, { version: 1, boxes })).statusCode).toBe(202)
  await untilDocument<Document>(scene.test, scene.cookie, id, ({ version }) => version === 2)
  expect(await fieldRows()).toEqual([{ ...purchaser, version: 2 }])
  expect(await readingRows()).toMatchObject([
    { version: 2, form: 'ny-st-120' },
    { version: 2, form: null, not_a_certificate: 'sellers-permit' },
  ])
})

it('is the owner’s alone, is part of the download of personal data, and is erased with the document', async () => {
  const other = await createPerson(scene.test)
  const countAs = (person: { id: string }) =>
    scene.test.services.database.transact(
      { kind: 'person', id: person.id, role: 'user' } as const,
      async (tx) =>
        (await tx.selectFrom('document_fields').select('name').where('document_id', '=', id).execute())
          .length,
    )
  expect(await countAs(scene.owner)).toBe(2)
  expect(await countAs(other)).toBe(0)

  const rows: object[] = []
  const person = { kind: 'person', id: scene.owner.id, role: 'user' } as const
  for await (const entry of documentsData(scene.test.services, person)) {
    if (entry.path !== 'document-readings.json' || !('rows' in entry)) continue
    for await (const row of entry.rows) rows.push(row as object)
  }
  expect(rows.filter((row) => (row as { documentId: string }).documentId === id)).toMatchObject([
    {
      page: 1,
      form: 'ny-st-120',
      fields: [
        { name: 'number', value: '43-1234567', state: 'NY', isSure: true },
        { name: 'purchaser', value: 'Prairie Wind Foods Co', state: null, isSure: true },
      ],
    },
    { page: 2, form: null, notACertificate: 'sellers-permit', fields: [] },
  ])

  const cookie = await signInAs(scene.test, other)
  const { id: theirs } = await uploadOne(scene.test, cookie, {
    name: 'theirs.pdf',
    bytes: pdfBytes('theirs'),
  })
  await untilProcessed(scene.test, cookie, theirs)
  expect(await fieldRows(theirs)).toHaveLength(2)
  await eraseDocuments(scene.test.services, other.id)
  expect(await readingRows(theirs)).toEqual([])
  await scene.test.call({ method: 'DELETE', url: `/api/documents/${id}`, headers: { cookie: scene.cookie } })
  expect([await readingRows(), await fieldRows()]).toEqual([[], []])
})

it('reads documents that were processed earlier, once, and goes on when one cannot be read', async () => {
  const second = await newDocument()
  await scene.test.database.executeAsOwner('delete from document_readings', [])
  scene.sandbox.given.length = 0
  scene.sandbox.answer = async (bytes, call) =>
    scene.sandbox.given.length === 1
      ? { verdict: 'refused', reason: 'unreadable', advice: '' }
      : formAnswer(bytes, call)
  const { signal } = new AbortController()
  for (let batch = 0; batch < 3; batch++) await readDocuments(scene.test.services, signal)
  expect(await fieldRows(second)).toEqual([number, purchaser])
  const given = scene.sandbox.given.length
  await readDocuments(scene.test.services, signal)
  expect(scene.sandbox.given).toHaveLength(given)
})
