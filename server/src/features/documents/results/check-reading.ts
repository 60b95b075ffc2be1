/** What the engine read is checked once more before it is stored: nothing that is hidden may come with it. */
import type { Quad } from '@exempta/contract/documents'
import { knowledgeVersion } from '@exempta/knowledge/rules'
import { findSecrets } from '@exempta/redaction/text'
import type { RedactedPage } from '../../../platform/sandbox/sandbox.ts'
import type { FieldRow, ReadingRow } from '../queries/readings.ts'

export type NewReading = Pick<
  ReadingRow,
  | 'page'
  | 'form'
  | 'form_page'
  | 'form_confidence'
  | 'form_edition'
  | 'printed_revision'
  | 'not_a_certificate'
  | 'has_hidden_license'
  | 'sheet'
  | 'knowledge_version'
>
export type NewField = Omit<FieldRow, 'document_id' | 'version'>

interface HiddenArea {
  page: number
  quad: Quad
}

export interface NewReadings {
  readings: NewReading[]
  fields: NewField[]
}

/** What was read, without fields that touch a hidden area or look like a secret. */
export function readPages(pages: readonly RedactedPage[], hidden: readonly HiddenArea[]): NewReadings {
  const read = pages.flatMap((page, index) =>
    page.reading ? [{ ...page, reading: page.reading, number: index + 1 }] : [],
  )
  const fields = read.flatMap(({ reading, number, ...page }) =>
    reading.fields.map(
      ({ name, position, value, state, confidence, isSure, quad }): NewField => ({
        page: number,
        name,
        position,
        value,
        state: state ?? null,
        confidence,
        is_sure: isSure,
        quad: quadOnPage(page, quad),
      }),
    ),
  )
  return {
    readings: read.map(({ reading: { form, notACertificate, hasHiddenLicense, sheet }, number }) => ({
      ...unread(number),
      form: form?.code ?? null,
      form_page: form?.page ?? null,
      form_confidence: form?.confidence ?? null,
      form_edition: form?.edition ?? null,
      printed_revision: form?.revision ?? null,
      has_hidden_license: hasHiddenLicense ?? false,
      not_a_certificate: notACertificate ?? null,
      sheet: sheet ?? null,
    })),
    fields: withoutHidden(fields, hidden).filter(({ value }) => findSecrets(value).length === 0),
  }
}

/** For pages on which nothing can be read. */
export const unreadPages = (count: number): NewReadings => ({
  readings: Array.from({ length: count }, (_, index) => unread(index + 1)),
  fields: [],
})

const unread = (page: number): NewReading => ({
  page,
  form: null,
  form_page: null,
  form_confidence: null,
  form_edition: null,
  printed_revision: null,
  has_hidden_license: false,
  not_a_certificate: null,
  sheet: null,
  knowledge_version: knowledgeVersion,
})

/** Corners as shares of the page. */
export const quadOnPage = (
  { width, height }: Pick<RedactedPage, 'width' | 'height'>,
  quad: RedactedPage['findings'][number]['quad'],
): Quad => quad.map(([x, y]) => [share(x, width), share(y, height)]) as Quad

/** Rounds to a ten-thousandth of the page and clamps to its edges. */
const share = (at: number, whole: number) =>
  Math.round(Math.min(1, Math.max(0, at / whole)) * 10_000) / 10_000

export const withoutHidden = <Field extends { page: number; quad: Quad }>(
  fields: readonly Field[],
  hidden: readonly HiddenArea[],
): Field[] =>
  fields.filter(
    (field) => !hidden.some((area) => area.page === field.page && overlaps(area.quad, field.quad)),
  )

/** Whether no line along a side of either of them lies between two areas. The engine's own check isn't relied on. */
function overlaps(one: Quad, other: Quad): boolean {
  const isBetween = (from: Quad[number], to: Quad[number]) => {
    const [x, y] = [to[1] - from[1], from[0] - to[0]]
    // A side without length divides nothing.
    if (x === 0 && y === 0) return false
    const rangeOf = (quad: Quad) => {
      const along = quad.map((point) => point[0] * x + point[1] * y)
      return [Math.min(...along), Math.max(...along)] as const
    }
    const [[a, b], [c, d]] = [rangeOf(one), rangeOf(other)]
    return b <= c || d <= a
  }
  return ![one, other].some((quad) =>
    quad.some((from, i) => isBetween(from, quad[(i + 1) % 4] as Quad[number])),
  )
}
