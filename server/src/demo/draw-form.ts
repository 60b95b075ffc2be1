/**
 * The demo's papers, drawn as PDF when they are needed: a title and fields as a form has them, in one of three looks.
 * The letters are the standard ones that every reader of PDFs has.
 */
export interface Form {
  title: string
  subtitle: string
  sections: { heading: string; fields: [label: string, value: string][] }[]
  closing: string
  /** `banner` unless it says otherwise. */
  look?: Look
}

export type Look = 'banner' | 'framed' | 'letter'

const page = { width: 612, height: 792 }
const left = 60
const right = page.width - left
const valueLeft = 250
const lineHeight = 24

const ink = { dark: '0.06 0.12 0.2', label: '0.27 0.33 0.42', teal: '0.06 0.46 0.43', white: '1 1 1' }

const fonts: Record<Look, [plain: string, bold: string]> = {
  banner: ['Helvetica', 'Helvetica-Bold'],
  framed: ['Helvetica', 'Helvetica-Bold'],
  letter: ['Times-Roman', 'Times-Bold'],
}

const heads: Record<Look, (form: Form) => string[]> = {
  banner: ({ title, subtitle }) => [
    '0.06 0.15 0.27 rg 0 716 612 76 re f',
    text('F2', 20, left, 752, title, ink.white),
    text('F1', 11, left, 732, subtitle, '0.8 0.88 0.93'),
    '0.87 0.89 0.93 RG 1 w',
  ],
  framed: ({ title, subtitle }) => [
    `0.2 0.2 0.2 RG 1.5 w ${left - 20} 40 ${right - left + 40} 716 re S`,
    text('F2', 17, left, 728, title, ink.dark),
    text('F1', 10, left, 712, subtitle, ink.label),
    `0.6 0.6 0.6 RG 0.75 w`,
  ],
  letter: ({ title, subtitle }) => [
    text('F2', 22, left, 740, title, ink.dark),
    text('F1', 12, left, 720, subtitle, ink.label),
    `0.06 0.46 0.43 RG 2 w ${left} 708 m ${right} 708 l S`,
    `0.75 0.75 0.75 RG 0.5 w`,
  ],
}

export function drawForm(form: Form): Buffer {
  const look = form.look ?? 'banner'
  const drawing = heads[look](form)
  let y = 680
  for (const { heading, fields } of form.sections) {
    drawing.push(text('F2', 12, left, y, heading, look === 'banner' ? ink.teal : ink.dark))
    for (const [label, value] of fields) {
      y -= lineHeight
      drawing.push(
        text('F1', 11, left, y, label, ink.label),
        text('F1', 12, valueLeft, y, value, ink.dark),
        look === 'framed'
          ? `${left - 6} ${y - 8} ${right - left + 12} ${lineHeight} re S`
          : `${left} ${y - 7} m ${right} ${y - 7} l S`,
      )
    }
    y -= 2 * lineHeight
  }
  drawing.push(text('F1', 11, left, y, form.closing, ink.label))
  return asPdf(drawing.join('\n'), fonts[look])
}

const text = (font: 'F1' | 'F2', size: number, x: number, y: number, words: string, color: string) =>
  `${color} rg BT /${font} ${size} Tf ${x} ${y} Td (${words.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`

function asPdf(drawing: string, [plain, bold]: [string, string]): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${page.width} ${page.height}]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>`,
    `<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`,
    `<</Type/Font/Subtype/Type1/BaseFont/${plain}>>`,
    `<</Type/Font/Subtype/Type1/BaseFont/${bold}>>`,
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n<</Root 1 0 R>>\n%%EOF\n`, 'latin1')
}
