import type { CustomerEntry } from '@exempta/contract/customers/import'
import { describe, expect, it } from 'vitest'
import { applyEntry, changedFields, type ListedCustomer } from './apply-entry.ts'
import { wrong } from './check-line.ts'

const prairie: ListedCustomer = {
  number: 'C-1',
  name: 'Prairie Wind Foods Co',
  otherNames: ['Prairie'],
  contacts: [
    { name: 'Ann Lee', email: 'ann@prairie.example', phone: null },
    { name: 'Bo Diaz', email: null, phone: '555 123 4567' },
  ],
  addresses: [
    { street: '1 Main St', city: 'Austin', state: 'TX', postalCode: '78701' },
    { street: null, city: null, state: 'NY', postalCode: null },
  ],
  tags: ['wholesale'],
  note: 'Asks for paper',
  isInactive: false,
}

function customerOf(current: ListedCustomer | undefined, entry: CustomerEntry): ListedCustomer {
  const applied = applyEntry(current, entry)
  if ('problem' in applied) throw new Error(applied.problem.kind)
  return applied.customer
}

describe('a line of a list', () => {
  it.each<[string, CustomerEntry, Partial<ListedCustomer>]>([
    ['nothing but the number', { number: 'C-1' }, {}],
    [
      'what is there already',
      { contact: { email: 'ANN@prairie.example' }, address: { state: 'NY' } },
      {
        contacts: [
          { name: 'Ann Lee', email: 'ANN@prairie.example', phone: null },
          prairie.contacts[1] as never,
        ],
      },
    ],
    [
      'a phone of a known address',
      { contact: { email: 'ann@prairie.example', phone: '1' } },
      {
        contacts: [
          { name: 'Ann Lee', email: 'ann@prairie.example', phone: '1' },
          prairie.contacts[1] as never,
        ],
      },
    ],
    [
      'a new address of a known name',
      { contact: { name: 'bo diaz', email: 'bo@x.example' } },
      {
        contacts: [
          prairie.contacts[0] as never,
          { name: 'bo diaz', email: 'bo@x.example', phone: '555 123 4567' },
        ],
      },
    ],
    [
      'another contact',
      { contact: { email: 'new@x.example' } },
      { contacts: [...prairie.contacts, { name: null, email: 'new@x.example', phone: null }] },
    ],
    [
      'a ZIP code of a known street',
      { address: { street: '1 main st', postalCode: '78702' } },
      {
        addresses: [
          { street: '1 main st', city: 'Austin', state: 'TX', postalCode: '78702' },
          prairie.addresses[1] as never,
        ],
      },
    ],
    ['a city of a known state', { address: { city: 'Austin' } }, {}],
    [
      'another state',
      { address: { state: 'OH' } },
      { addresses: [...prairie.addresses, { street: null, city: null, state: 'OH', postalCode: null }] },
    ],
    ['tags and a note', { tags: [], note: 'New' }, { tags: [], note: 'New' }],
    ['inactive', { isInactive: true }, { isInactive: true }],
  ])('keeps all it doesn’t mention: %s', (_, entry, change) => {
    expect(applyEntry(prairie, entry)).toEqual({ customer: { ...prairie, ...change } })
  })

  it('makes a new customer only with a name', () => {
    const nameless = applyEntry(undefined, { number: 'C-2', contact: { email: 'a@b.example' } })
    expect(nameless).toEqual(wrong('no-name'))
    expect(customerOf(undefined, { number: 'C-2', name: 'New' })).toMatchObject({
      number: 'C-2',
      name: 'New',
    })
  })

  it('needs a state with a new place', () => {
    expect(applyEntry(prairie, { address: { street: '9 Elm St' } })).toEqual(wrong('no-state'))
  })

  it('shows what it changes, also behind the first contact', () => {
    const after = customerOf(prairie, { name: 'Prairie Wind LLC', contact: { email: 'new@x.example' } })
    expect(changedFields(prairie, after)).toEqual([
      { column: 'name', before: 'Prairie Wind Foods Co', after: 'Prairie Wind LLC' },
      { column: 'email', before: null, after: 'new@x.example' },
    ])
    expect(changedFields(prairie, prairie)).toEqual([])
    const created = customerOf(undefined, { number: 'C-2', name: 'New' })
    expect(changedFields(undefined, created).map(({ column }) => column)).toEqual(['number', 'name'])
  })
})
