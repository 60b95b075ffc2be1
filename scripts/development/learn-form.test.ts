import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { hashText } from '@exempta/knowledge/hash'
import { Edition, Fingerprint, type Form, FormFile } from '@exempta/knowledge/schema'
import { hashWordPairs, unpackPairs } from '@exempta/knowledge/word-pairs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../run-command.ts'

const code = 'zz-blank'
const lines = [
  'Sample Certificate of Exemption for Learning',
  'Enter the name of the purchaser who claims an exemption',
  'Enter the name of the seller from whom you are buying',
  'Describe the goods that you will buy without paying tax',
  'I declare that every statement made above is correct and complete',
  'Signature of the authorized purchaser and date of signing',
]
const instructions = [
  'Instructions for buyers who complete this sample certificate',
  'Give the certificate to the seller and keep a copy for your records',
  'A certificate without a signature cannot be accepted by any seller',
]
const zone = { field: 'purchaser', page: 1, x: 0.5, y: 0.25, width: 0.4, height: 0.05 } as const
const form: Form = {
  code,
  name: 'Blank',
  title: 'Sample Certificate',
  revision: null,
  issuedBy: 'buyer',
  namesSeller: true,
  states: ['TX'],
  reasons: ['resale'],
  unmarked: 'unknown',
  required: ['purchaser'],
  source: { title: 'Made for this test', address: null, seenOn: '2026-11-16', seenAs: 'secondary' },
  confidence: 'medium',
  rules: [],
  zones: [zone],
}

async function drawBlank(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const texts of [lines, instructions]) {
    const page = pdf.addPage([600, 800])
    for (const [at, text] of texts.entries()) page.drawText(text, { x: 60, y: 740 - 60 * at, size: 12, font })
  }
  const field = pdf.getForm().createTextField('purchaser-name')
  field.addToPage(pdf.getPage(0), { x: 300, y: 560, width: 240, height: 40, borderWidth: 0 })
  return pdf.save()
}

let folder: string
const inFolder = (...names: string[]) => path.join(folder, ...names)
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'exempta-learn-'))
  await mkdir(inFolder('forms'))
  await writeFile(inFolder('forms', `${code}.json`), JSON.stringify(form))
  await writeFile(inFolder('blank.pdf'), await drawBlank())
  await writeFile(inFolder('text.pdf'), 'Not a PDF at all')
})
afterAll(() => rm(folder, { recursive: true }))

const learn = (...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile('npm', ['run', '-s', 'forms:learn', '--', ...args], { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })

describe('npm run forms:learn', () => {
  test('learns the word pairs of every page, and draws the zones over the blank', async () => {
    const options = ['--code', code, '--revision', '7/26', '--knowledge', folder]
    const answer = await learn(inFolder('blank.pdf'), ...options, '--draw', inFolder('drawn'), '--fields')
    expect(answer).toMatchObject({ code: 0, stderr: '' })
    const [field = '{}', done] = answer.stdout.trim().split('\n')
    expect(JSON.parse(field)).toEqual({ name: 'purchaser-name', ...zone, field: undefined, width: 0.4 })
    expect(done).toMatch(/^zz-blank: 2 pages, \d+ bytes\./)

    const fingerprint = Fingerprint.parse(
      JSON.parse(await readFile(inFolder('fingerprints', `${code}.json`), 'utf8')),
    )
    expect([fingerprint.code, fingerprint.revision]).toEqual([code, '7/26'])
    const pairs = fingerprint.pages.map((page) => [...unpackPairs(page.pairs)])
    expect(pairs).toEqual([hashWordPairs(lines), hashWordPairs(instructions)])

    const learned = FormFile.parse(JSON.parse(await readFile(inFolder('forms', `${code}.json`), 'utf8')))
    const hash = hashText(JSON.stringify(fingerprint))
    expect(learned).toEqual({ ...form, revision: '7/26', fingerprint: hash })

    const { data, info } = await sharp(inFolder('drawn', `${code}-1.png`))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const colorAt = (x: number, y: number) => {
      const at = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * 3
      return [...data.subarray(at, at + 3)]
    }
    const [red = 0, green = 0] = colorAt(zone.x + zone.width / 2, zone.y + zone.height / 2)
    expect(green - red).toBeGreaterThan(20)
    expect(colorAt(0.05, 0.5)).toEqual([255, 255, 255])
  })

  test('the same blank is learned the same again', async () => {
    const before = await readFile(inFolder('fingerprints', `${code}.json`), 'utf8')
    await learn(inFolder('blank.pdf'), '--code', code, '--knowledge', folder)
    expect(await readFile(inFolder('fingerprints', `${code}.json`), 'utf8')).toBe(before)
  })

  test('a further blank keeps places of its own beside the form', async () => {
    const options = ['--code', code, '--revision', '3/19', '--edition', '--knowledge', folder]
    const before = await readFile(inFolder('forms', `${code}.json`), 'utf8')
    // Nothing is known about where its fields are.
    expect((await learn(inFolder('blank.pdf'), ...options)).stderr).toMatch(/^We found no fields on /)
    const file = inFolder('editions', `${code}-3-19.json`)
    await mkdir(inFolder('editions'))
    await writeFile(file, JSON.stringify({ zones: [zone] }))
    expect(await learn(inFolder('blank.pdf'), ...options)).toMatchObject({ code: 0, stderr: '' })
    const edition = Edition.parse(JSON.parse(await readFile(file, 'utf8')))
    expect(edition).toMatchObject({ code, revision: '3/19', zones: [zone] })
    expect(edition.pages).toHaveLength(2)
    expect(await readFile(inFolder('forms', `${code}.json`), 'utf8')).toBe(before)
  })

  test.each([
    ['no file', 2, /^Usage: npm run forms:learn -- FILE --code CODE/, []],
    ['a file that is not there', 1, /^We can’t read .*none\.pdf\./, ['none.pdf', '--code', code]],
    ['a file that is no PDF', 1, /text\.pdf isn’t a PDF that we can open\./, ['text.pdf', '--code', code]],
    ['a form we don’t know', 1, /^There is no .*zz-other\.json\./, ['blank.pdf', '--code', 'zz-other']],
  ])('%s is explained in one line', async (_name, status, message, [name, ...options]) => {
    const files = name ? [inFolder(name), ...options, '--knowledge', folder] : []
    const answer = await learn(...files)
    expect(answer.stderr).toMatch(message)
    expect(answer.stderr.trim().split('\n')).toHaveLength(1)
    expect(answer.code).toBe(status)
  })
})
