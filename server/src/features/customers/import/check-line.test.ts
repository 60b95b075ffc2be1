import { type CustomerColumn, customerColumnNames } from '@exempta/contract/customers/import'
import { expect, it } from 'vitest'
import { maskCell } from '../../../platform/mask-text.ts'
import { checkLine, wrong } from './check-line.ts'
import { findColumns } from './find-columns.ts'

/** As a line arrives from an upload. */
function check(given: Partial<Record<CustomerColumn, string>>) {
  const columns = customerColumnNames.filter((name) => given[name] !== undefined)
  const mapping = { ...findColumns([]), ...Object.fromEntries(columns.map((name, at) => [name, at])) }
  return checkLine(
    columns.map((name) => maskCell(given[name] ?? '')),
    mapping,
  )
}

it('takes what a line gives, and nothing for an empty cell', () => {
  const line = check({
    number: ' C-1 ',
    name: 'Prairie  Wind',
    otherNames: 'Prairie; PW | prairie',
    contactName: '',
    email: 'ANN@Prairie.example',
    phone: "'+1 555 123 4567",
    street: '1 Main St',
    state: 'texas',
    tags: 'wholesale;',
    note: 'One\nTwo',
    inactive: 'no',
  })
  expect(line).toEqual({
    entry: {
      number: 'C-1',
      name: 'Prairie Wind',
      otherNames: ['prairie', 'PW'],
      contact: { email: 'ann@prairie.example', phone: '+1 555 123 4567' },
      address: { street: '1 Main St', state: 'TX' },
      tags: ['wholesale'],
      note: 'One\nTwo',
      isInactive: false,
    },
  })
  expect(check({})).toEqual({ entry: {} })
})

it.each<[string, Partial<Record<CustomerColumn, string>>, ReturnType<typeof wrong>]>([
  ['a name of 300 letters', { name: 'x'.repeat(300) }, wrong('too-long', 'name')],
  ['a number that is too long', { number: '1'.repeat(61) }, wrong('too-long', 'number')],
  ['no email address', { email: 'ann at prairie' }, wrong('wrong-email', 'email')],
  ['a state that there isn’t', { state: 'Atlantis' }, wrong('unknown-state', 'state')],
  ['maybe', { inactive: 'maybe' }, wrong('not-yes-or-no', 'inactive')],
  ['a formula', { name: '=HYPERLINK("x")' }, wrong('formula', 'name')],
  ['a formula as our own files write it', { name: "'=1+1" }, wrong('formula', 'name')],
  ['a card number as the customer number', { number: '4111 1111 1111 1111' }, wrong('secret', 'number')],
  ['a Social Security number as the customer number', { number: '123-45-6789' }, wrong('secret', 'number')],
  ['half a character', { city: '\ud800' }, wrong('unreadable', 'city')],
  ['too many tags', { tags: Array.from({ length: 31 }, (_, at) => at).join(';') }, wrong('too-many', 'tags')],
  ['a long other name', { otherNames: `A;${'x'.repeat(201)}` }, wrong('too-long', 'otherNames')],
])('refuses %s', (_, given, problem) => {
  expect(check(given)).toEqual(problem)
})

it('masks a card number in a note', () => {
  expect(check({ note: 'Pays with 4111 1111 1111 1111' })).toMatchObject({
    entry: { note: expect.not.stringContaining('4111 1111') },
  })
})
