/** What is written on a certificate that is made here: on the state's blank, or on a statement of our own. */

import type { Signature } from '@exempta/contract/certificates/fill'
import { fieldWords } from '@exempta/contract/knowledge/blank-forms'
import { claimQuestions, type MakingDraft, type OfferedClaim } from '@exempta/contract/requests/making'
import type { Form } from '@exempta/knowledge/schema'
import type { FieldName, GovernmentKind, Organization, Reason } from '@exempta/knowledge/terms'
import { type BlankRow, entriesFor, type FieldEntry, isMark } from '../../knowledge/index.ts'

/** What is made: a form with its blank, or a statement with the fields that a form asks for. */
export type Paper = { form: Form; blank: BlankRow } | { form: Form; blank: null }

/** How a claim is written down: with the reasons that forms know, and who buys. */
export const statedAs: Record<
  OfferedClaim,
  { reason: Reason; government?: GovernmentKind; organization?: Organization }
> = {
  resale: { reason: 'resale' },
  federal: { reason: 'federal-government', government: 'federal' },
  'state-agency': { reason: 'state-government', government: 'state' },
  'local-government': { reason: 'state-government', government: 'local' },
  charity: { reason: 'charity', organization: 'charity' },
  religious: { reason: 'religious', organization: 'church' },
  'public-school': { reason: 'education', organization: 'public-school' },
  'private-school': { reason: 'education', organization: 'private-school' },
  hospital: { reason: 'charity', organization: 'hospital' },
  farm: { reason: 'agriculture' },
  manufacturing: { reason: 'industrial' },
  'direct-pay': { reason: 'direct-pay' },
}

export interface Contents {
  paper: Paper
  draft: MakingDraft
  place: string
  seller: { name: string; address: string | null }
  signedOn: string
}

const hasZone = ({ blank }: Paper, name: FieldName): boolean =>
  blank?.zones.some(({ field }) => field === name) ?? false

/** What the paper has room for. A statement has what the form of its state requires. */
export const asksOf = (paper: Paper): FieldName[] =>
  paper.blank
    ? [...new Set(paper.blank.zones.filter((zone) => !isMark(zone)).map(({ field }) => field))]
    : paper.form.required

/** Whether the paper says for how many purchases it is. */
export const hasKinds = (paper: Paper): boolean =>
  paper.blank === null || hasZone(paper, 'single') || hasZone(paper, 'blanket')

export const isForAll = ({ paper, draft }: Pick<Contents, 'paper' | 'draft'>): boolean =>
  hasKinds(paper) ? draft.isBlanket : paper.form.unmarked !== 'single'

const paperName = ({ form, blank }: Paper, place: string): string =>
  blank ? `${form.name}, ${form.title}` : `Statement for ${place}`

/** One purchase is named beside what is bought: forms have no line of its own for it. */
const itemsIn = ({ draft, paper }: Contents): string | null => {
  const order = !isForAll({ paper, draft }) && draft.order ? `Order ${draft.order}` : null
  return [order, draft.items].filter(Boolean).join(': ') || null
}

function textsIn(contents: Contents): { name: FieldName; state: string | null; value: string | null }[] {
  const { draft, seller, signedOn, paper } = contents
  const isAlone = !asksOf(paper).includes('title')
  const text = (name: FieldName, value: string | null, state: string | null = null) => ({
    name,
    state,
    value,
  })
  return [
    text('seller', seller.name),
    text('seller-address', seller.address),
    text('purchaser', draft.purchaser),
    text('purchaser-address', draft.purchaserAddress),
    text('number', draft.number, draft.state),
    text('number-state', draft.number ? draft.state : null),
    text('business', draft.business),
    text('items', itemsIn(contents)),
    text('signer', isAlone ? `${draft.signer}, ${draft.title}` : draft.signer),
    text('title', draft.title),
    text('signed-on', signedOn),
  ]
}

export function entriesOn(contents: Contents, signature: Signature): FieldEntry[] {
  const { paper, draft } = contents
  const { reason } = statedAs[draft.claim]
  if (!paper.blank) return statementEntries(contents, signature)
  return entriesFor(paper.form, paper.blank.zones, {
    texts: textsIn(contents),
    reason,
    isBlanket: isForAll(contents),
    signature,
  })
}

/** What the form asks for and stays empty: it isn't known, or we don't know the place for it. */
export function leftBlankOn(contents: Contents): FieldName[] {
  const { form } = contents.paper
  const { signer: text } = contents.draft
  const filled = new Set(entriesOn(contents, { kind: 'typed', text }).map(({ field }) => field))
  // A form for one reason says it in print.
  return form.required.filter(
    (name) => !filled.has(name) && !(name === 'reason' && form.reasons.length === 1),
  )
}

/** Everything that it says, as the signer is shown it. */
export function linesOf(contents: Contents): { label: string; value: string }[] {
  const { paper, draft, place, signedOn } = contents
  const asked = new Set<FieldName>([...asksOf(paper), 'signer', 'title'])
  const [year, month, day] = signedOn.split('-')
  const rows = textsIn({ ...contents }).flatMap(({ name, value }) =>
    value !== null && asked.has(name) && name !== 'signed-on' && name !== 'number-state'
      ? [{ label: fieldWords[name], value: name === 'signer' ? draft.signer : value }]
      : [],
  )
  return [
    { label: 'Certificate', value: paperName(paper, place) },
    { label: 'State', value: place },
    { label: 'Why it’s exempt', value: claimQuestions[draft.claim] },
    ...rows,
    {
      label: 'Good for',
      value: isForAll(contents)
        ? 'All purchases from this seller'
        : draft.order
          ? `One purchase: order ${draft.order}`
          : 'One purchase',
    },
    { label: 'Date signed', value: `${month}/${day}/${year}` },
  ]
}

const words = [
  'The purchaser named below buys the goods named below from the seller named',
  'below for resale, in the regular course of business and before using them.',
  'If the purchaser uses any of them in another way, the purchaser pays the tax.',
]

const pageHeight = 792
const left = 0.09

/** Our own words, with exactly what the form of the state asks for. Only resale is stated like this. */
function statementEntries(contents: Contents, signature: Signature): FieldEntry[] {
  const { place, paper } = contents
  const line = (text: string, y: number, height: number, field: FieldName = 'reason'): FieldEntry => ({
    field,
    kind: 'text',
    text,
    page: 1,
    x: left,
    y: y / pageHeight,
    width: 1 - 2 * left,
    height: height / pageHeight,
  })
  const entries = [
    line(`Resale statement for ${place}`, 50, 24),
    ...words.map((text, i) => line(text, 84 + 18 * i, 24)),
    line(
      isForAll(contents)
        ? 'It is good for all such purchases from this seller until the purchaser revokes it in writing.'
        : 'It is good for one purchase only.',
      154,
      34,
      'blanket',
    ),
  ]
  let y = 210
  const asked = new Set(asksOf(paper))
  for (const { name, value } of textsIn(contents)) {
    if (!asked.has(name) || value === null) continue
    const shown = name === 'signed-on' ? usDay(value) : value
    entries.push({ ...line(`${fieldWords[name]}:`, y, 26), width: 0.26 })
    entries.push({ ...line(shown, y, 26, name), x: left + 0.27, width: 1 - 2 * left - 0.27 })
    y += 34
  }
  entries.push({ ...line('Signature:', y, 26), width: 0.26 })
  const place2 = { page: 1, x: left + 0.27, y: y / pageHeight, width: 0.5, height: 44 / pageHeight }
  entries.push(
    signature.kind === 'typed'
      ? { field: 'signature', kind: 'signature', text: signature.text, ...place2 }
      : {
          field: 'signature',
          kind: 'drawing',
          strokes: signature.strokes,
          ratio: signature.ratio,
          ...place2,
        },
  )
  return entries
}

const usDay = (day: string): string => {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

/** An empty sheet of letter paper, on which a statement is written. */
export function emptySheet(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >> >>',
  ]
  let text = '%PDF-1.7\n'
  const places = objects.map((body, i) => {
    const at = text.length
    text += `${i + 1} 0 obj\n${body}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const start = text.length
  return Buffer.from(
    `${text}xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  )
}
