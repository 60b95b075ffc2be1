/** Where the certificates of a stack begin, by the forms that were recognized and the blank pages between them. */
import type { ArchivePart } from '@exempta/contract/archive'
import type { ReadingRow } from '../documents/index.ts'

type PageRead = Pick<ReadingRow, 'page' | 'form' | 'form_page' | 'form_edition' | 'not_a_certificate'>

interface Proposal {
  parts: ArchivePart[]
  /** Every part is one known form from its first page on, so nobody needs to look. */
  isCertain: boolean
}

const isBlank = (page: PageRead) => page.not_a_certificate === 'blank-page'

/** Blank pages are left out. */
export function proposeParts(readings: readonly PageRead[]): Proposal {
  const groups: PageRead[][] = []
  let isAfterBlank = false
  for (const page of [...readings].sort((one, other) => one.page - other.page)) {
    if (isBlank(page)) {
      isAfterBlank = true
      continue
    }
    const group = groups.at(-1)
    if (group && goesOn(group, page, isAfterBlank)) group.push(page)
    else groups.push([page])
    isAfterBlank = false
  }
  return {
    parts: groups.flatMap(partsOf),
    isCertain: groups.length > 1 && groups.every(isOneForm),
  }
}

/** Another page of the same form, or a page that nothing is known about and that no blank page separates. */
function goesOn(group: readonly PageRead[], page: PageRead, isAfterBlank: boolean): boolean {
  if (page.not_a_certificate !== null) return false
  if (page.form === null) return !isAfterBlank
  return group.every(({ form, form_page }) => form === page.form && form_page !== page.form_page)
}

const isOneForm = (group: readonly PageRead[]): boolean =>
  group[0]?.form_page === 1 && group.every(({ form, form_edition }) => form !== null && form_edition === null)

/** A blank page in the middle of a form is left out, too. */
function partsOf(group: readonly PageRead[]): ArchivePart[] {
  const first = group[0]?.page
  const last = group.at(-1)?.page
  return first === undefined || last === undefined ? [] : [{ from: first, to: last }]
}
