import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { verifySignedFile } from '@exempta/contract/certificates/signed-file'
import type { MakingDraft } from '@exempta/contract/requests/making'
import { forms } from '@exempta/knowledge/forms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { uploadBlank } from '../../../../test/blank-forms.ts'
import { demoBlanks } from '../../../demo/blank-forms.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { type BlankRow, listBlanks } from '../../knowledge/index.ts'
import { type Contents, entriesOn, statedAs } from './made-paper.ts'
import { makeSignedFile } from './make-file.ts'

/** With the real engine, on one database only because reading is slow. */
const real = (code: string) =>
  ['../../../../../../shared/forms/', '../../../../../../../shared/forms/']
    .map((folder) => new URL(`${folder}${code}.pdf`, import.meta.url))
    .find((file) => existsSync(file))
const drawn = (code: keyof typeof demoBlanks) =>
  new URL(`../../../demo/files/${demoBlanks[code]}`, import.meta.url)

const states = [
  ['ny-st-120', 'NY'],
  ['tx-01-339', 'TX'],
  ['ca-cdtfa-230', 'CA'],
  ['sst-f0003', 'WI'],
] as const
// One blank of each state, because reading takes long: the real one where it is, otherwise the one that we drew.
const papers = states.map(([code, state]) => {
  const file = real(code)
  return { name: `${file ? 'the real' : 'the drawn'} ${code}`, code, state, file: file ?? drawn(code) }
})

const draftFor = (state: string): MakingDraft => ({
  ...{ state, kind: 'goods', claim: 'resale', number: '12-3456789', isBlanket: true, order: null },
  purchaser: 'Prairie Wind Foods',
  purchaserAddress: '12 Elm Street, Troy NY 12180',
  business: 'Grocery store',
  items: 'Paper goods',
  signer: 'Dana Whitfield',
  title: 'Owner',
})

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Blanks between words may change where a value is spread over two lines. */
const letters = (text: string) => text.replace(/[\s,]/g, '').toLowerCase()

async function load(code: string, file: URL): Promise<BlankRow> {
  const bytes = await readFile(file)
  let loaded = await uploadBlank(test, bytes)
  // On a busy machine, the engine isn't there at once.
  for (let left = 3; loaded.statusCode === 503 && left > 0; left--) loaded = await uploadBlank(test, bytes)
  expect(loaded.statusCode, loaded.body).toBe(201)
  const blanks = await test.services.database.transact(systemActor, listBlanks, { readOnly: true })
  const blank = blanks.find((one) => one.code === code)
  if (!blank) throw new Error(`The blank ${code} isn’t there.`)
  return blank
}

async function fieldsOn(contents: Contents) {
  const { signal } = new AbortController()
  const evidence = { id: '0199f3b0-9d2f-7c11-8e0a-1b2c3d4e5f60', email: 'dana@prairie.example' }
  const at = { signedAt: new Date('2026-11-19T12:00:00Z'), ip: '203.0.113.9', browser: 'Test Phone' }
  const signature = { kind: 'typed', text: 'Dana Whitfield' } as const
  const { result } = await makeSignedFile(test.services, contents, signature, { ...evidence, ...at }, signal)
  await verifySignedFile(new Uint8Array(result.output))
  const again = await test.services.sandbox.redact(result.output, { whenFull: 'wait', today: '2026-11-19' })
  if (again.verdict === 'refused') throw new Error(again.reason)
  return { made: result.pages, read: again.pages, entries: entriesOn(contents, signature) }
}

describe('a certificate that was made', () => {
  it.each(papers)('on $name reads back as it was typed', async ({ code, state, file }) => {
    const form = forms.get(code)
    if (!form) throw new Error('There is no such form.')
    const blank = await load(code, file)
    const seller = { name: 'Lakeside Office Goods', address: '9 Oak Avenue, Salem OR 97301' }
    const draft = draftFor(state)
    const paper = { form, blank }
    const { made, read, entries } = await fieldsOn({
      paper,
      draft,
      place: state,
      seller,
      signedOn: '2026-11-19',
    })
    const known = made.flatMap(({ reading }) => reading?.fields ?? [])
    expect(known.every(({ isSure }) => isSure)).toBe(true)
    const found = read.flatMap(({ reading }) => reading?.fields ?? [])
    for (const name of new Set(entries.map(({ field }) => field))) {
      const valuesOf = (fields: typeof found) =>
        letters(
          fields
            .filter((field) => field.name === name)
            .map(({ value }) => value)
            .join(' '),
        )
      expect(valuesOf(found), name).toBe(valuesOf(known))
    }
    expect(known.find(({ name }) => name === 'reason')?.value ?? 'resale').toBe(statedAs.resale.reason)
  })

  it('on a statement of our own says everything that the form of the state asks for', async () => {
    const form = forms.get('ca-cdtfa-230')
    if (!form) throw new Error('There is no such form.')
    const seller = { name: 'Lakeside Office Goods', address: null }
    const paper = { form, blank: null }
    const contents = { paper, draft: draftFor('CA'), place: 'California', seller, signedOn: '2026-11-19' }
    const { made, read } = await fieldsOn(contents)
    expect(new Set(made[0]?.reading?.fields.map(({ name }) => name))).toEqual(
      new Set([...form.required, 'blanket']),
    )
    const words = letters((read[0]?.words ?? []).map(({ text }) => text).join(' '))
    for (const value of [
      'Prairie Wind Foods',
      'Lakeside Office Goods',
      '12-3456789',
      'Dana Whitfield',
      'Owner',
    ])
      expect(words, value).toContain(letters(value))
  })
})
