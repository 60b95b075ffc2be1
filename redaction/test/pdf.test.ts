import { readFile } from 'node:fs/promises'
import { PDFDocument, rgb } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { pdfiumRasteriser } from '../src/document/pdfium-rasteriser.ts'
import { readView } from '../src/page/read-view.ts'
import { scaledView } from '../src/picture/view.ts'
import { onnxReader } from '../src/reader/onnx-reader.ts'
import type { Line, TextReader } from '../src/reader/text-reader.ts'
import { redact } from '../src/redact.ts'
import type { Redaction } from '../src/redaction.ts'
import { drawBarcode } from './draw-barcode.ts'
import { drawPdf, pdfKinds } from './draw-pdf.ts'
import { openFields, secretFields } from './fields.ts'
import { textsIn, valuesIn } from './search-pdf.ts'

const scan = await readFile(new URL('../golden/form-5023.jpg', import.meta.url))
const fields = [...secretFields, ...openFields]

function released(result: Redaction) {
  if (result.verdict === 'refused') throw new Error(`refused: ${result.reason}`)
  return result
}

/** Sees a title on every page and nothing else: what is hidden then was found in the file's own text. */
const nearlyBlind: TextReader = {
  async read({ width, height }): Promise<Line[]> {
    const text = 'CERTIFICATE OF TAX EXEMPTION'
    const box = (from: number, to: number) =>
      [
        [from * width, 0.005 * height],
        [to * width, 0.005 * height],
        [to * width, 0.02 * height],
        [from * width, 0.02 * height],
      ] as const
    const glyphs = [...text].map((character, i) => ({
      text: character,
      quad: box(0.1 + i * 0.02, 0.12 + i * 0.02),
      confidence: 0.99,
    }))
    return [{ text, glyphs, quad: box(0.1, 0.1 + text.length * 0.02), confidence: 0.99 }]
  },
}

const foreignParts = /EmbeddedFile|\/AcroForm|\/Metadata|\/Annots \[ *[^ \]]/
const showsSecrets = ['born', 'turned', 'fields', 'characters', 'annotated', 'attached', 'mixed']

describe.each(pdfKinds)('a PDF of the kind %s', (kind) => {
  test('keeps none of its text, which is used to find secrets', async () => {
    const { bytes, pageCount } = await drawPdf(kind, fields, scan)
    const result = released(await redact(bytes, { ports: { reader: nearlyBlind } }))
    expect(result.pages).toHaveLength(pageCount)
    expect(valuesIn(textsIn(result.output), fields)).toEqual([])
    const kinds = new Set(result.pages[0]?.findings.map((finding) => finding.kind))
    const secretKinds = secretFields.map(({ type }) => type)
    expect([...kinds].sort()).toEqual(showsSecrets.includes(kind) ? secretKinds.sort() : expect.any(Array))

    const written = await PDFDocument.load(result.output, { updateMetadata: false })
    expect(written.getProducer()).toBe('Exempta')
    expect([written.getTitle(), written.getKeywords(), written.getCreationDate()]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const objects = written.context.enumerateIndirectObjects().map(([, object]) => String(object))
    expect(objects.filter((text) => foreignParts.test(text))).toEqual([])
  })
})

const readKinds = ['fields', 'turned', 'over-scan'] as const
test.each(process.env.GOLDEN_PAGES === 'all' ? readKinds : readKinds.slice(0, 1))(
  'nothing can be read in the pixels of %s',
  async (kind) => {
    const { bytes } = await drawPdf(kind, fields, scan)
    const result = released(await redact(bytes))
    expect(result.verdict).toBe('redacted')
    expect(valuesIn(textsIn(result.output), secretFields)).toEqual([])
    expect(result.output.length).toBeLessThanOrEqual(Math.max(150_000, 3 * bytes.length))

    const document = await pdfiumRasteriser.open(result.output)
    const { picture } = await document.page(0)
    const lines = await readView(onnxReader, await scaledView(picture, 1700), {
      detectionSide: 1120,
      enlarge: true,
    })
    await document.close()
    const read = { raw: [], written: lines.map(({ text }) => text) }
    expect(valuesIn(read, kind === 'over-scan' ? [{ value: '978' }] : secretFields)).toEqual([])
    if (kind === 'over-scan') return
    expect(valuesIn(read, openFields)).toHaveLength(openFields.length)
    expect(valuesIn(textsIn(result.output), openFields)).toHaveLength(openFields.length)
    const words = lines.map(({ text }) => text).join(' ')
    expect(words).toContain('9999')
    expect(words).toContain('6467')
  },
)

describe('a small plain PDF', () => {
  const draw = async (lines: string[], size: [number, number] = [612, 792]) => {
    const document = await PDFDocument.create()
    const page = document.addPage(size)
    const font = await document.embedFont('Helvetica')
    for (const [at, line] of lines.entries()) {
      page.drawText(line, { x: 40, y: size[1] - 50 - 30 * at, size: 16, font })
    }
    return document
  }

  test.each([
    ['of two words', ['Hello world']],
    ['of a word and a short number', ['Page 123']],
    ['of a few short words', ['Void', 'No', 'Stub 4412']],
    ['of one sign', ['7']],
  ])('%s is no card', async (_, lines) => {
    expect(await (await draw(lines)).save().then((bytes) => redact(bytes))).toMatchObject({
      verdict: 'clean',
    })
  })

  test('with a barcode of drawn lines has it hidden', async () => {
    const document = await draw(['Certificate of exemption', 'for the school district', 'dated 03/14/2025'])
    const { bars, height } = await drawBarcode('SSN: 219-09-9999', { format: 'QRCode', addQuietZones: false })
    const page = document.getPage(0)
    for (const { row, from, length } of bars) {
      page.drawRectangle({
        x: 60 + from * 4,
        y: 60 + (height - row) * 4,
        width: length * 4,
        height: 4.2,
        color: rgb(0, 0, 0),
      })
    }
    const result = released(await redact(await document.save()))
    expect(result.pages[0]?.findings.map(({ kind }) => kind)).toEqual(['ssn'])
  })

  test('with a card number has it hidden', async () => {
    const result = released(await redact(await (await draw(['4539 1488 0343 6467'])).save()))
    expect(result.pages[0]?.findings.map(({ kind }) => kind)).toContain('card-number')
  })

  test('is taken for a card when a picture shows the words', async () => {
    const words = released(await redact(await (await draw(['Page 123'], [300, 100])).save()))
    const document = await PDFDocument.create()
    const picture = await document.embedJpg(words.pages[0]?.picture as Uint8Array)
    document.addPage([300, 100]).drawImage(picture, { x: 0, y: 0, width: 300, height: 100 })
    expect(await redact(await document.save())).toMatchObject({ verdict: 'refused' })
  })
})
