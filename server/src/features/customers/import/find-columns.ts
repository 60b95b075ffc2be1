/** Finds out which column of a list is what, by its headings as accounting programs write them. */
import {
  type CustomerColumn,
  CustomerMapping,
  customerColumnNames,
  customerColumns,
} from '@exempta/contract/customers/import'

/** Looked for in this order, so that the narrower heading is found before the wider one. */
const headings: readonly (readonly [CustomerColumn, RegExp])[] = [
  ['parent', /parent|head ?office|belongs? to|bill.?to (customer|account)/],
  ['inactive', /inactive|archived|disabled|closed/],
  ['email', /e-?mail/],
  ['phone', /phone|mobile|\btel\b|telephone/],
  ['contactName', /contact|attention|\battn\b|first name/],
  ['otherNames', /other names?|trade ?names?|\bdba\b|doing business as|alias|former|also known|\baka\b/],
  ['postalCode', /\bzip\b|post(al)? ?code|postcode/],
  ['state', /^((ship|bill)(ping|ing)?.?(to)? )?(state|province|st)\b/],
  ['city', /\b(city|town)\b/],
  ['street', /street|address|\baddr\b/],
  ['tags', /\btags?\b|\blabels?\b|\bgroups?\b|category/],
  ['note', /\bnotes?\b|comments?|memo|remarks?/],
  [
    'number',
    /(customer|account|client|cust|acct)\b.*(\bno\b|num|\bid\b|code|\bref|#)|^(id|no|number|account|reference|customer ?(id|#))$/,
  ],
  ['name', /name|company|customer|business|organi[sz]ation|client/],
]

const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[._*:]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Exactly our own headings come first, as in a template or an export; then what others call them. */
export function findColumns(columns: readonly string[]): CustomerMapping {
  const plainColumns = columns.map(plain)
  const found = new Map<CustomerColumn, number>()
  const taken = new Set<number>()
  const take = (column: CustomerColumn, fits: (heading: string) => boolean) => {
    if (found.has(column)) return
    const at = plainColumns.findIndex((heading, index) => !taken.has(index) && fits(heading))
    if (at < 0) return
    found.set(column, at)
    taken.add(at)
  }
  for (const column of customerColumnNames) {
    take(column, (heading) => heading === plain(customerColumns[column]))
  }
  for (const [column, pattern] of headings) take(column, (heading) => pattern.test(heading))
  return CustomerMapping.parse(
    Object.fromEntries(customerColumnNames.map((column) => [column, found.get(column) ?? null])),
  )
}
