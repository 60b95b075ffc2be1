import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

const command = fileURLToPath(new URL('./command.ts', import.meta.url))
const form = fileURLToPath(new URL('../golden/form-5023.jpg', import.meta.url))
let folder: string
/** The command's own temporary and home folder. */
let scratch: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'redact-'))
  scratch = path.join(folder, 'scratch')
  await mkdir(scratch)
})
afterAll(() => rm(folder, { recursive: true }))

const run = (...args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { HOME: scratch, TMPDIR: scratch }
    execFile(process.execPath, [command, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })

test('writes the redacted picture and no other file, and prints findings as JSON, without values', async () => {
  // Its lines around the code of the card: a tenth of the time to read.
  const input = path.join(folder, 'in.jpg')
  await sharp(form)
    .extract({ left: 0, top: 640, width: 1000, height: 120 })
    .jpeg({ quality: 95 })
    .toFile(input)
  const output = path.join(folder, 'out.jpg')
  const { code, stdout } = await run(input, output, '--json')
  expect(code).toBe(0)
  const report = JSON.parse(stdout)
  expect(report).toMatchObject({ verdict: 'redacted', type: 'jpeg' })
  expect(report.pages[0].findings).toContainEqual(expect.objectContaining({ kind: 'card-code' }))
  const words = report.pages[0].words.map(({ text }: { text: string }) => text)
  expect(words).toContain('CVC:')
  expect(words).not.toContain('978')
  expect((await readFile(output)).length).toBe(report.outputBytes)
  expect(await readdir(scratch)).toEqual([])
})

test('exit code 3 and no output file for what is refused', async () => {
  const input = path.join(folder, 'in.txt')
  const output = path.join(folder, 'none')
  await writeFile(input, 'hello')
  expect(await run(input, output)).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('unsupported-type'),
  })
  await expect(readFile(output)).rejects.toThrow('ENOENT')
})

test('exit code 4 and its own word when someone has to look at areas first', async () => {
  const lines = ['PASSPORT United States of America', 'Surname Whitfield', 'Date of birth', 'Passport No.']
  const pdf = await PDFDocument.create()
  const page = pdf.addPage()
  for (const [i, text] of lines.entries()) page.drawText(text, { x: 60, y: 700 - 60 * i, size: 16 })
  const input = path.join(folder, 'passport.pdf')
  await writeFile(input, await pdf.save())
  expect(await run(input, path.join(folder, 'passport-out.pdf'))).toMatchObject({
    code: 4,
    stdout: expect.stringMatching(/^uncertain: nothing was hidden; \d areas need a look/),
  })
})

test('exit code 2 and a hint for wrong use', async () => {
  expect(await run('only-one')).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage') })
  expect(await run('a', 'b', '--card', 'side')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('front or back'),
  })
})
