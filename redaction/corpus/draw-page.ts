import { prose } from './prose.ts'
import type { Random } from './random.ts'
import { type FontName, Sheet } from './sheet.ts'

const size = { width: 1700, height: 2200 }
const margin = 160
const lineStep = 44

/** A letter-size page of text at 200 dpi that leaves room for a card, and where that room is. */
export function drawPage(random: Random): { page: Sheet; free: { top: number; bottom: number } } {
  const page = new Sheet(size.width, size.height)
  page.rect(0, 0, size.width, size.height, 'fill="#fff"')
  const style = { font: random.pick<FontName>(['inter', 'gothic', 'serif']), size: 26 }
  page.text('COPY OF PAYMENT CARD FOR EXEMPT PURCHASE', margin, 170, { font: 'inter-bold', size: 40 })
  const top = writeLines(page, 240, random.int(14, 20), style)
  const bottom = 2200 - random.int(10, 14) * lineStep
  writeLines(page, bottom + lineStep, Math.floor((size.height - margin - bottom) / lineStep), style)
  return { page, free: { top, bottom } }
}

function writeLines(page: Sheet, from: number, count: number, style: { font: FontName; size: number }) {
  for (let i = 0; i < count; i++)
    page.text(prose[i % prose.length] as string, margin, from + i * lineStep, style)
  return from + count * lineStep
}
