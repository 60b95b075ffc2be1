import type { DocumentReading, Exemption, ReadCertificate, ReadField } from '@exempta/contract/exemptions'
import { reasonWords } from '@exempta/contract/exemptions'
import { stateNames } from '@exempta/contract/states'
import { formatDay } from '../../lib/format.ts'
import { boxAround } from '../../shared/page-viewer/geometry.ts'
import type { Highlight } from '../../shared/page-viewer/highlights.tsx'

type Stated = ReadCertificate['suggestion'] | Exemption

/** One line of what a certificate says, with where it was read. */
export interface ReadingRow {
  id: string
  label: string
  /** Undefined when the certificate does not say it. */
  value: string | undefined
  field: ReadField | undefined
  /** What was read there, when the owner says something else. */
  readAs: string | undefined
}

const yes = (isTrue: boolean) => (isTrue ? 'Yes' : 'No')

/** The rows of the panel: everything that decides whether a purchase is exempt. */
export function readingRows(stated: Stated, fields: readonly ReadField[]): ReadingRow[] {
  const fieldOf = (name: ReadField['name'], state?: string) =>
    fields.find((field) => field.name === name && (!state || !field.state || field.state === state))
  const row = (
    id: string,
    label: string,
    value: string | null | undefined,
    field: ReadField | undefined,
    read: string | null = field?.value ?? null,
  ): ReadingRow => ({
    id,
    label,
    value: value || undefined,
    field,
    readAs: read !== null && value && read !== value ? read : undefined,
  })
  const day = (date: string | null) => date && formatDay(date)
  const dateRow = (id: string, label: string, name: ReadField['name'], date: string | null) => {
    const field = fieldOf(name)
    return row(id, label, day(date), field, field ? formatDay(field.value) : null)
  }
  const marked = fieldOf('blanket') ?? fieldOf('single')
  const signature = fieldOf('signature')
  const reason = fieldOf('reason')
  return [
    row('purchaser', 'Purchaser', stated.purchaser, fieldOf('purchaser')),
    row('seller', 'Seller', stated.seller, fieldOf('seller')),
    // Without a state, nothing says whose number it is.
    ...(stated.states.length === 0 && fieldOf('number')
      ? [row('number', 'Number', fieldOf('number')?.value, fieldOf('number'))]
      : []),
    ...stated.states.map(({ state, number }) =>
      row(
        `number-${state}`,
        stated.states.length === 1 ? 'Number' : `Number for ${stateNames[state] ?? state}`,
        number,
        fieldOf('number', state),
      ),
    ),
    row(
      'states',
      'States',
      stated.states.map(({ state }) => stateNames[state] ?? state).join(', '),
      undefined,
    ),
    row('reason', 'Reason', stated.reason && reasonWords[stated.reason], reason, null),
    row(
      'use',
      'Good for',
      stated.isBlanket === null ? null : stated.isBlanket ? 'All purchases' : 'One purchase',
      marked,
      null,
    ),
    row('signature', 'Signed', yes(stated.hasSignature), signature, null),
    dateRow('signed-on', 'Date', 'signed-on', stated.signedOn),
    dateRow('expires-on', 'Expires', 'ends-on', stated.expiresOn),
  ]
}

/** The outlines on the pages, numbered like the rows. */
export const readingHighlights = (rows: readonly ReadingRow[]): Highlight[] =>
  rows
    .filter(({ field }) => field !== undefined)
    .map(({ id, label, field }, at) => {
      const { page, quad } = field as ReadField
      return {
        id: `read-${id}`,
        page,
        box: boxAround([quad]),
        shapes: [quad],
        tone: 'read',
        label,
        mark: `${at + 1}`,
      }
    })

/** What the panel is about: what was confirmed, or else what was read. */
export function shownCertificate(
  reading: DocumentReading,
  chosen: number,
): {
  certificate: ReadCertificate | undefined
  stated: Stated | undefined
} {
  const { certificates, confirmed } = reading
  const own = confirmed
    ? certificates.find(({ pages }) => pages.some((page) => confirmed.pages.includes(page)))
    : certificates[chosen]
  return { certificate: own, stated: confirmed ?? own?.suggestion }
}
