/**
 * The demo's papers, drawn as PDF when they are needed: a frame, a title, and fields as a form has them. The
 * letters are the standard ones that every reader of PDFs has.
 */
export interface Form {
  title: string
  subtitle: string
  sections: { heading: string; fields: [label: string, value: string][] }[]
  closing: string
}

const page = { width: 612, height: 792 }
const left = 60
const valueLeft = 250
const lineHeight = 24

export function drawForm({ title, subtitle, sections, closing }: Form): Buffer {
  const drawing = [
    '0.06 0.15 0.27 rg 0 716 612 76 re f',
    text('F2', 20, left, 752, title, '1 1 1'),
    text('F1', 11, left, 732, subtitle, '0.8 0.88 0.93'),
    '0.87 0.89 0.93 RG 1 w',
  ]
  let y = 680
  for (const { heading, fields } of sections) {
    drawing.push(text('F2', 12, left, y, heading, '0.06 0.46 0.43'))
    for (const [label, value] of fields) {
      y -= lineHeight
      drawing.push(
        text('F1', 11, left, y, label, '0.27 0.33 0.42'),
        text('F1', 12, valueLeft, y, value, '0.06 0.12 0.2'),
        `${left} ${y - 7} m ${page.width - left} ${y - 7} l S`,
      )
    }
    y -= 2 * lineHeight
  }
  drawing.push(text('F1', 11, left, y, closing, '0.27 0.33 0.42'))
  return asPdf(drawing.join('\n'))
}

const text = (font: 'F1' | 'F2', size: number, x: number, y: number, words: string, colour: string) =>
  `${colour} rg BT /${font} ${size} Tf ${x} ${y} Td (${words.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`

function asPdf(drawing: string): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${page.width} ${page.height}]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>`,
    `<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>',
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`, 'latin1')
}
