/**
 * Where the certificates of a stack begin, by separator sheets, the forms that were recognized, and the blank pages
 * between them.
 */
import type { ArchivePart } from '@exempta/contract/archive'
import type { ReadingRow } from '../documents/index.ts'

type PageRead = Pick<ReadingRow, 'page' | 'form' | 'form_page' | 'form_edition' | 'not_a_certificate'>

export interface Proposal {
  parts: ArchivePart[]
  /** A sheet says where each part begins, or it's one known form from its first page on, so nobody needs to look. */
  isCertain: boolean
}

const isBlank = (page: PageRead) => page.not_a_certificate === 'blank-page'

/** Blank pages and separator sheets are left out. */
export function proposeParts(readings: readonly PageRead[], isSheet: (page: number) => boolean): Proposal {
  const sections: Section[] = [{ isAfterSheet: false, groups: [] }]
  let isAfterBlank = false
  for (const page of [...readings].sort((one, other) => one.page - other.page)) {
    if (isSheet(page.page)) {
      sections.push({ isAfterSheet: true, groups: [] })
      isAfterBlank = false
      continue
    }
    if (isBlank(page)) {
      isAfterBlank = true
      continue
    }
    const groups = sections.at(-1)?.groups ?? []
    const group = groups.at(-1)
    if (group && goesOn(group, page, isAfterBlank)) group.push(page)
    else groups.push([page])
    isAfterBlank = false
  }
  const parts = sections.flatMap(({ groups }) => groups.flatMap(partsOf))
  return {
    parts,
    isCertain: (parts.length > 1 || sections.length > 1) && sections.every(isCertainSection),
  }
}

/** What is between two sheets, or before the first one. */
interface Section {
  isAfterSheet: boolean
  groups: PageRead[][]
}

const isCertainSection = ({ isAfterSheet, groups }: Section): boolean =>
  (isAfterSheet && groups.length === 1) || groups.every(isOneForm)

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
