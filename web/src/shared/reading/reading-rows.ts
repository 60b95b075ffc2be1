import {
  type DocumentReading,
  type Exemption,
  governmentWords,
  organizationWords,
  type ReadCertificate,
  type ReadField,
  type ReceivedReading,
  reasonWords,
} from '@exempta/contract/certificates'
import type { Quad } from '@exempta/contract/documents'
import { stateNames } from '@exempta/contract/states'
import { formatDay } from '../../lib/format.ts'
import { boxAround } from '../page-viewer/geometry.ts'
import type { Highlight } from '../page-viewer/highlights.tsx'

type Stated = ReadCertificate['suggestion'] | Exemption
type FieldOf = (name: ReadField['name'], state?: string) => ReadField | undefined

/** One line of what a certificate says, with where it was read. */
export interface ReadingRow {
  id: string
  label: string
  /** Undefined when the certificate does not say it. */
  value: string | undefined
  field: ReadField | undefined
  /** What was read, when the owner says something else: undefined if it is the same, null if nothing was read. */
  readAs: string | null | undefined
}

/** What one press confirms: the owner has to add what wasn't read and what wasn't checked. */
export type Confirmable = ReadCertificate['suggestion'] & { purchaser: string; hasSignature: boolean }

export const isConfirmable = (stated: Stated): stated is Confirmable =>
  stated.purchaser !== null && stated.hasSignature !== null && stated.states.length > 0

interface Line {
  id: string
  label: string
  value: string | undefined
  field: ReadField | undefined
}

/** Everything that decides whether a purchase is exempt. */
function linesOf(stated: Stated, fieldOf: FieldOf, hasHiddenLicense: boolean): Line[] {
  const line = (id: string, label: string, value: string | null | undefined, field?: ReadField): Line => ({
    id,
    label,
    value: value || undefined,
    field,
  })
  const day = (date: string | null) => date && formatDay(date)
  const { states, isBlanket } = stated
  // Where a license may say who buys, there is a number: we hid it.
  const hiddenNumber = hasHiddenLicense ? 'Identified by a license (hidden)' : undefined
  return [
    line('purchaser', 'Purchaser', stated.purchaser, fieldOf('purchaser')),
    line('seller', 'Seller', stated.seller, fieldOf('seller')),
    // Without a state, nothing says whose number it is.
    ...(states.length === 0
      ? [line('number', 'Number', fieldOf('number')?.value ?? hiddenNumber, fieldOf('number'))]
      : []),
    ...states.map(({ state, number }) =>
      line(
        `number-${state}`,
        states.length === 1 ? 'Number' : `Number for ${stateNames[state] ?? state}`,
        number ?? hiddenNumber,
        fieldOf('number', state),
      ),
    ),
    // Only where it isn't the state that the number is used in.
    ...states.flatMap(({ state, issuedBy }) =>
      issuedBy && issuedBy !== state
        ? [line(`issuer-${state}`, 'Number issued by', issuerWords(issuedBy), fieldOf('number-state'))]
        : [],
    ),
    line('states', 'States', states.map(({ state }) => stateNames[state] ?? state).join(', ')),
    line('reason', 'Reason', stated.reason && reasonWords[stated.reason], fieldOf('reason')),
    line('buyer', 'Buyer', buyerWords(stated)),
    line(
      'use',
      'Purchases',
      isBlanket === null ? null : isBlanket ? 'All purchases' : 'One purchase',
      fieldOf('blanket') ?? fieldOf('single'),
    ),
    line('signature', 'Signed', signedWords(stated.hasSignature), fieldOf('signature')),
    line('signed-on', 'Date', day(stated.signedOn), fieldOf('signed-on')),
    line('expires-on', 'Expires', day(stated.expiresOn), fieldOf('ends-on')),
  ]
}

export const issuerWords = (code: string) =>
  code === 'US' ? 'The IRS (an EIN)' : code === 'XX' ? 'Another country' : (stateNames[code] ?? code)

function buyerWords({ government, governmentState, organization }: Stated): string | null {
  if (organization) return organizationWords[organization]
  if (!government) return null
  // The reason says it already.
  if (government === 'federal') return null
  const place = governmentState === null ? '' : ` (${stateNames[governmentState] ?? governmentState})`
  return `${governmentWords[government]}${place}`
}

const notChecked = 'Not checked'

const signedWords = (hasSignature: boolean | null) =>
  hasSignature === null ? notChecked : hasSignature ? 'Yes' : 'No'

/** What was read under a name; numbers are told apart by their states, where the form says them. */
export const fieldOf = (
  { fields }: Pick<ReadCertificate, 'fields'>,
  name: ReadField['name'],
  state?: string,
): ReadField | undefined =>
  fields.find((field) => field.name === name && (!state || !field.state || field.state === state))

/** The rows of the panel. Where the owner says something else than what was read, both are in the row. */
export function readingRows(stated: Stated, certificate: ReadCertificate | undefined): ReadingRow[] {
  const ownField: FieldOf = (name, state) => certificate && fieldOf(certificate, name, state)
  const read = certificate ? linesOf(certificate.suggestion, ownField, certificate.hasHiddenLicense) : []
  const readOf = ({ id, field }: Line) =>
    read.find((one) => one.id === id)?.value ?? (id.startsWith('number') ? field?.value : undefined)
  return linesOf(stated, ownField, certificate?.hasHiddenLicense ?? false)
    .map((line) => ({ ...line, readAs: difference(line.value, readOf(line)) }))
    .filter(({ id, value, readAs }) => value !== undefined || readAs || id === 'purchaser')
}

const difference = (value: string | undefined, read: string | undefined) =>
  value === read ? undefined : read === notChecked ? null : (read ?? null)

// As a share of the page.
const margin = 0.006

/** So that the outline stands around the letters and not on them. */
function widened(quad: Quad): Quad {
  const { x, y, width, height } = boxAround([quad])
  const away = (at: number, middle: number) => at + (at < middle ? -margin : margin)
  return quad.map((point) => [away(point[0], x + width / 2), away(point[1], y + height / 2)]) as Quad
}

/** The outlines on the pages, numbered like the rows. */
export const readingHighlights = (rows: readonly ReadingRow[]): Highlight[] =>
  rows
    .filter(({ field }) => field !== undefined)
    .map(({ id, label, field }, at) => {
      const { page, quad: tight } = field as ReadField
      const quad = widened(tight)
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

/** What the panel is about: what was confirmed, or once was, or else what was read. */
export function shownCertificate(
  {
    certificates,
    confirmed,
    undone = null,
  }: Pick<ReceivedReading, 'certificates' | 'confirmed'> & Partial<Pick<DocumentReading, 'undone'>>,
  chosen: number,
): {
  certificate: ReadCertificate | undefined
  stated: Stated | undefined
} {
  const saved = confirmed ?? undone
  const own = saved
    ? certificates.find(({ pages }) => pages.some((page) => saved.pages.includes(page)))
    : certificates[chosen]
  return { certificate: own, stated: saved ?? own?.suggestion }
}
