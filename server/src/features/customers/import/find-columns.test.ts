import { type CustomerColumn, customerColumnNames, customerColumns } from '@exempta/contract/customers/import'
import { describe, expect, it } from 'vitest'
import { findColumns } from './find-columns.ts'

const foundIn = (columns: readonly string[]) =>
  Object.fromEntries(
    Object.entries(findColumns(columns)).flatMap(([column, at]) =>
      at === null ? [] : [[column, columns[at]]],
    ),
  )

describe('columns of a list', () => {
  it('are all found in a template', () => {
    expect(foundIn(Object.values(customerColumns))).toEqual(customerColumns)
    expect(Object.values(findColumns(Object.values(customerColumns)))).toEqual(
      customerColumnNames.map((_, at) => at),
    )
  })

  const lists: [program: string, Partial<Record<CustomerColumn, string>>, ...unknown: string[]][] = [
    [
      'QuickBooks',
      {
        name: 'Customer',
        email: 'Main Email',
        phone: 'Main Phone',
        street: 'Street1',
        city: 'City',
        state: 'State',
        postalCode: 'Zip',
        number: 'Account No.',
      },
      'Balance',
    ],
    [
      'NetSuite',
      {
        number: 'Customer ID',
        name: 'Company Name',
        contactName: 'Primary Contact',
        email: 'E-mail',
        inactive: 'Inactive',
        parent: 'Parent',
      },
      'Currency',
    ],
    [
      'Sage',
      { number: 'Account Reference', name: 'Company name', contactName: 'Contact name', phone: 'Telephone' },
    ],
    [
      'a small shop',
      { number: 'Cust. No.', name: 'Name', otherNames: 'DBA', tags: 'Category', note: 'Memo' },
    ],
    [
      'shouting',
      { number: 'CUSTOMER_NUMBER', name: 'CUSTOMER_NAME', email: 'EMAIL_ADDRESS', street: 'STREET_ADDRESS' },
    ],
  ]
  it.each(lists)('are found in a list of %s', (_, expected, ...unknown) => {
    expect(foundIn([...Object.values(expected), ...unknown])).toEqual(expected)
    expect(foundIn([...unknown, ...Object.values(expected).reverse()]), 'in another order').toEqual(expected)
  })

  it('stay unknown without a heading that fits', () => {
    expect(foundIn(['', 'Balance', 'What to correct'])).toEqual({})
  })
})
