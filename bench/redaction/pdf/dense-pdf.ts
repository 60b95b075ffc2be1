import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { prose } from '../../../redaction/corpus/prose.ts'
import { createRandom } from '../../../redaction/corpus/random.ts'

const size: [number, number] = [612, 792]
const margin = 36
const small = 8
const lineHeight = 10

/** A page of small print from top to bottom: paragraphs under headings, then rows of a table with dates and amounts. */
export async function densePdf(seed: number): Promise<Uint8Array> {
  const random = createRandom(seed)
  const document = await PDFDocument.create()
  const [serif, bold, sans] = await Promise.all(
    [StandardFonts.TimesRoman, StandardFonts.HelveticaBold, StandardFonts.Helvetica].map((name) =>
      document.embedFont(name),
    ),
  )
  if (!serif || !bold || !sans) throw new Error('A standard font is missing.')
  const page = document.addPage(size)
  let y = size[1] - margin
  for (let section = 1; section <= 7; section++) {
    page.drawText(`Section ${section}. Purchases that are exempt`, {
      x: margin,
      y,
      size: small + 2,
      font: bold,
    })
    y -= lineHeight + 2
    for (let line = 0; line < 6; line++, y -= lineHeight)
      page.drawText(prose[(line + section) % prose.length] as string, {
        x: margin,
        y,
        size: small,
        font: serif,
      })
    y -= 4
  }
  for (; y > margin; y -= lineHeight) {
    const cells = [
      `${random.int(1, 12)}/${random.int(1, 28)}/2025`,
      `Order ${random.digits(6)}`,
      random.pick(['School supplies', 'Printing paper', 'Kitchen equipment', 'Books and maps']),
      `${random.int(1, 90)} pcs`,
      `$${random.int(1, 9)},${random.digits(3)}.${random.digits(2)}`,
    ]
    for (const [i, text] of cells.entries())
      page.drawText(text, { x: margin + i * 105, y, size: small, font: sans })
  }
  return document.save()
}
