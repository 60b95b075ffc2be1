/**
 * `npm run shapes:learn -- [PDF…]`: learns what characters look like in the standard fonts of PDF and in the given files,
 * for `redaction/models/known-shapes.bin`. The engine needs not read characters that look like these. A shape is kept
 * when it was read as its character, and when it looks like no other digit: that could change what a number is.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { encodeShapes } from '../../redaction/src/document/known-shapes.ts'
import { pdfiumRasteriser } from '../../redaction/src/document/pdfium-rasteriser.ts'
import {
  createShapes,
  differenceOf,
  distinctFrom,
  type Shape,
} from '../../redaction/src/document/text-layer-shapes.ts'
import { trustTextLayer } from '../../redaction/src/document/trust-text-layer.ts'
import { onnxReader } from '../../redaction/src/reader/onnx-reader.ts'
import { root } from '../run-command.ts'

const file = path.join(root, 'redaction/models/known-shapes.bin')
// Pictures of a character that differ less are read once, and kept once. Closer than what the engine takes for the same,
// so that sizes between those that were learned are known, too.
const alike = { read: 0.15, kept: 0.2 }
const pageSize: [number, number] = [612, 792]
const sizes = [7, 8, 9, 10, 11, 12, 14, 18]
const fonts = Object.values(StandardFonts).filter((name) => !/Symbol|Dingbats/.test(name))
const lines = [
  'The quick brown fox jumps over a lazy dog and thanks you very much.',
  'Exempt organizations purchase taxable property just for their own exclusive use; keep quiet zones back.',
  'Which judge will have a quick look before my next six jobs give back zero tax?',
  'THE QUICK BROWN FOX JUMPS OVER A LAZY DOG AND THANKS YOU VERY MUCH',
  'EXEMPT PURCHASES FOR QUALIFIED JOBS, KEYS, ZONES, WATER, GAS AND HEAVY BOXES',
  'Quality Xerox Zone Jack Kite Vice Why Under Yard Jersey Kansas Vermont Utah Nevada Iowa Oregon',
  'Box Law Hudson Price Gulf Farm Name Date Tax Exempt Street City Zip Code Quantity Invoice',
  'Invoice 1234567890 dated 03/14/2025, order 7781-220, amount $1,284.50, ZIP 20405-0001',
  'Call (202) 555-0143 or 916-780-3452; 4 of 100 is 4%. No. #57 & 6 [b] at $98.36!',
  '2468 1357 9086 4521 7836 9402 6175 3890 5746 0213',
]

const learned: { character: string; shape: Shape }[] = []
for (const font of fonts) await learn(await drawn(font), font)
for (const name of process.argv.slice(2)) await learn(await readFile(name), path.basename(name))

const isDigit = (character: string) => /\d/.test(character)
const digits = learned.filter(({ character }) => isDigit(character))
const isLikeDigit = ({ character, shape }: (typeof learned)[number]) =>
  digits.some((other) => other.character !== character && differenceOf(other.shape, shape) <= distinctFrom)
const kept = new Map<string, Shape[]>()
for (const one of learned) {
  const others = kept.get(one.character) ?? []
  if (isLikeDigit(one) || others.some((other) => differenceOf(other, one.shape) <= alike.kept)) continue
  kept.set(one.character, [...others, one.shape])
}
const bytes = encodeShapes(kept)
await writeFile(file, bytes)
const dropped = Map.groupBy(learned.filter(isLikeDigit), ({ character }) => character)
console.log(`${learned.length} shapes, ${bytes.length} bytes of them kept.`)
console.log(
  `Like a digit: ${[...dropped].map(([character, all]) => `${character} ${all.length}`).join(', ')}`,
)
process.exit()

async function drawn(name: StandardFonts): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(name)
  for (const size of sizes) {
    const page = document.addPage(pageSize)
    const most = pageSize[0] - 60
    let y = pageSize[1] - 40
    for (const line of lines) {
      let row = ''
      for (const word of [...line.split(' '), '']) {
        const longer = row ? `${row} ${word}` : word
        if (word && font.widthOfTextAtSize(longer, size) <= most) row = longer
        else {
          page.drawText(row, { x: 30, y, size, font })
          y -= 1.7 * size
          row = word
        }
      }
    }
  }
  return document.save()
}

/** Adds the shapes of a file that were read as their characters. */
async function learn(untrustedBytes: Uint8Array, name: string): Promise<void> {
  const shapes = createShapes(new Map(), alike.read)
  const document = await pdfiumRasteriser.open(untrustedBytes)
  const found = new Map<Shape, string>()
  for (let index = 0; index < document.pageCount; index++) {
    const image = await document.page(index)
    await trustTextLayer(image, onnxReader, shapes, undefined)
    for (const { text, ink } of image.characters ?? []) {
      const shape = text.length === 1 && /\S/.test(text) ? shapes.at(image.picture, text, ink) : undefined
      if (shape?.isProved) found.set(shape, text)
    }
  }
  await document.close()
  let count = 0
  for (const [shape, character] of found) {
    const isKnown = learned.some(
      (other) => other.character === character && differenceOf(other.shape, shape) <= alike.read,
    )
    if (isKnown) continue
    learned.push({ character, shape })
    count++
  }
  console.log(`${name}: ${found.size} shapes, ${count} of them new`)
}
