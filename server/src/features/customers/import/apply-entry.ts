/** What a customer becomes with what a line of a list gives. */
import type { CustomerAddress, CustomerContact } from '@exempta/contract/customers'
import {
  type CustomerColumn,
  type CustomerEntry,
  customerColumnNames,
  listSeparator,
} from '@exempta/contract/customers/import'
import { customerLimits } from '@exempta/contract/customers/limits'
import { type LineProblem, wrong } from './check-line.ts'

/** A customer as far as a list can describe it. Its parent is set apart, when all customers of the list are there. */
export interface ListedCustomer {
  number: string | null
  name: string
  otherNames: string[]
  contacts: CustomerContact[]
  addresses: CustomerAddress[]
  tags: string[]
  note: string | null
  isInactive: boolean
}

const newCustomer = (number: string | null, name: string): ListedCustomer => ({
  number,
  name,
  otherNames: [],
  contacts: [],
  addresses: [],
  tags: [],
  note: null,
  isInactive: false,
})

/** Nothing is deleted: a contact or an address that the list doesn't have stays. */
export function applyEntry(
  current: ListedCustomer | undefined,
  entry: CustomerEntry,
): { customer: ListedCustomer } | { problem: LineProblem } {
  const name = entry.name ?? current?.name
  if (name === undefined) return wrong('no-name')
  const base = current ?? newCustomer(entry.number ?? null, name)
  const contacts = withContact(base.contacts, entry.contact)
  if (contacts.length > customerLimits.contacts) return wrong('too-many-contacts')
  const addresses = withAddress(base.addresses, entry.address)
  if (!addresses) return wrong('no-state')
  if (addresses.length > customerLimits.addresses) return wrong('too-many-addresses')
  return {
    customer: {
      ...base,
      name,
      otherNames: entry.otherNames ?? base.otherNames,
      contacts,
      addresses,
      tags: entry.tags ?? base.tags,
      note: entry.note ?? base.note,
      isInactive: entry.isInactive ?? base.isInactive,
    },
  }
}

const isSame = (one: string | null, other: string | null | undefined) =>
  one !== null && other !== undefined && other !== null && one.toLowerCase() === other.toLowerCase()

/** The same person has the same email address or, before, the same name. */
function withContact(contacts: CustomerContact[], given: CustomerEntry['contact']): CustomerContact[] {
  if (!given) return contacts
  const byEmail = contacts.findIndex(({ email }) => isSame(email, given.email))
  const byName = contacts.findIndex(({ name }) => isSame(name, given.name))
  const byPhone = contacts.findIndex(({ phone }) => given.email === undefined && isSame(phone, given.phone))
  const at = [byEmail, byName, byPhone].find((index) => index >= 0)
  const contact = { name: null, email: null, phone: null, ...(at !== undefined && contacts[at]), ...given }
  return at === undefined ? [...contacts, contact] : contacts.with(at, contact)
}

/** The same place has the same street, or the list names only a state or city that is known already. */
function withAddress(
  addresses: CustomerAddress[],
  given: CustomerEntry['address'],
): CustomerAddress[] | undefined {
  if (!given) return addresses
  const has = (address: CustomerAddress, key: keyof CustomerAddress) =>
    given[key] === undefined || isSame(address[key], given[key])
  const isKnown = (address: CustomerAddress) =>
    has(address, 'street') && has(address, 'city') && has(address, 'state') && has(address, 'postalCode')
  if (addresses.some(isKnown)) return addresses
  const at = addresses.findIndex(({ street }) => isSame(street, given.street))
  const state = given.state ?? addresses[at]?.state
  if (state === undefined) return undefined
  const address = { street: null, city: null, postalCode: null, ...addresses[at], ...given, state }
  return at < 0 ? [...addresses, address] : addresses.with(at, address)
}

/** The cells of a customer in a list: of several contacts and addresses, the first. */
export function cellsOf(
  customer: ListedCustomer,
  parentNumber: string | null,
): Record<CustomerColumn, string | null> {
  const [contact] = customer.contacts
  const [address] = customer.addresses
  return {
    number: customer.number,
    name: customer.name,
    otherNames: customer.otherNames.join(listSeparator) || null,
    contactName: contact?.name ?? null,
    email: contact?.email ?? null,
    phone: contact?.phone ?? null,
    street: address?.street ?? null,
    city: address?.city ?? null,
    state: address?.state ?? null,
    postalCode: address?.postalCode ?? null,
    parent: parentNumber,
    tags: customer.tags.join(listSeparator) || null,
    note: customer.note,
    inactive: customer.isInactive ? 'Yes' : 'No',
  }
}

export interface FieldChange {
  column: CustomerColumn
  before: string | null
  after: string | null
}

/** What differs, by the columns of a list. A contact that is added shows even if it isn't the first. */
export function changedFields(before: ListedCustomer | undefined, after: ListedCustomer): FieldChange[] {
  const changed = (list: 'contacts' | 'addresses') => {
    const at = after[list].findIndex(
      (one, index) => JSON.stringify(one) !== JSON.stringify(before?.[list][index]),
    )
    return at < 0 ? 0 : at
  }
  const [contactAt, addressAt] = [changed('contacts'), changed('addresses')]
  const shown = (customer: ListedCustomer) =>
    cellsOf(
      {
        ...customer,
        contacts: customer.contacts.slice(contactAt),
        addresses: customer.addresses.slice(addressAt),
      },
      null,
    )
  const was = before && shown(before)
  const is = shown(after)
  return customerColumnNames.flatMap((column) => {
    const change = { column, before: was?.[column] ?? null, after: is[column] }
    const isDefault = !before && column === 'inactive' && change.after === 'No'
    return change.before === change.after || isDefault ? [] : [change]
  })
}
