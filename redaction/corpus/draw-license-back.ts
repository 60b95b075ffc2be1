import { drawBarcode } from '../test/draw-barcode.ts'
import { birthDate, personName } from './made-up-values.ts'
import type { Random } from './random.ts'
import { type FontName, Sheet, type TextStyle } from './sheet.ts'

/** The back of a license, made up: a barcode by the standard of license issuers, often a second one, and small print. */

export async function drawLicenseBack(random: Random): Promise<Sheet> {
  const sheet = new Sheet(1012, 638)
  const paper = random.pick(['#f2f4f6', '#fbf8f0', '#eef5ee'])
  sheet.rect(0, 0, 1012, 638, `rx="34" fill="${paper}"`)
  if (random.chance(0.4)) sheet.rect(0, 40, 1012, 90, 'fill="#1a1a1a"')
  const print: TextStyle = {
    font: random.pick<FontName>(['inter', 'condensed', 'gothic']),
    size: 22,
    fill: '#222',
  }
  const number = `D${random.digits(7)}`
  const { month, day, year } = birthDate(random)
  const two = (value: number) => String(value).padStart(2, '0')
  const born = `${two(month)}${two(day)}${year}`
  const [first, last] = personName(random).split(' ')
  const content =
    `@\n\u001e\rANSI 636014080102DL00410278ZC03190008DLDAQ${number}\nDCS${last}\nDAC${first}\n` +
    `DBB${born}\nDBA${two(month)}${two(day)}2031\nDBC1\nDAU070 IN\nDAYBRO\nDAG100 MAIN STREET\n` +
    `DAITOPEKA\nDAJKS\nDAK666030000  \nDCF${random.digits(12)}\nDCGUSA\n`
  await addBarcode(sheet, content, 'PDF417', { x: 60, y: 170, width: 880, height: 210 })
  let y = 430
  for (const text of [
    'CLASS: C - ANY 2-AXLE VEHICLE WITH A GVWR OF 26,000 LBS OR LESS',
    'ENDORSEMENTS: NONE   RESTRICTIONS: CORRECTIVE LENSES',
    'This license is the property of the state. Report a change of address within 10 days.',
  ]) {
    sheet.keep(text, 60, y, print)
    y += 38
  }
  if (random.chance(0.5))
    await addBarcode(sheet, random.digits(14), 'Code128', { x: 60, y: 545, width: 420, height: 60 })
  return sheet
}

interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** Draws a barcode over the whole place: all of it must be hidden. */
async function addBarcode(
  sheet: Sheet,
  text: string,
  format: 'PDF417' | 'Code128',
  { x, y, width, height }: Place,
) {
  const symbol = await drawBarcode(text, { format, addQuietZones: false })
  const [across, down] = [width / symbol.width, height / symbol.height]
  const bars = symbol.bars.map(
    (bar) =>
      `M${(x + bar.from * across).toFixed(2)} ${(y + bar.row * down).toFixed(2)}h${(bar.length * across).toFixed(2)}v${(down + 0.2).toFixed(2)}h${(-bar.length * across).toFixed(2)}z`,
  )
  sheet.rect(x - 16, y - 16, width + 32, height + 32, 'fill="#fff"')
  sheet.add(`<path d="${bars.join('')}" fill="#111"/>`)
  sheet.secrets.push({
    type: 'barcode',
    keptCount: 0,
    characters: [
      {
        text: '#',
        quad: [
          [x, y],
          [x + width, y],
          [x + width, y + height],
          [x, y + height],
        ],
      },
    ],
  })
}
