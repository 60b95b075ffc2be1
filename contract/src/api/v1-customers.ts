import { StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { apiKey } from '../access.ts'
import { CustomerAnswerCode, CustomerInput, CustomerNumber } from '../customers.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'

/** The public API for customers. As in `v1.ts`, what is published here may only grow. */

const tag = 'API: customers'

const exampleInput = {
  name: 'Prairie Wind Foods Co',
  otherNames: ['Prairie Wind'],
  contacts: [{ name: 'Ann Lee', email: 'ann@prairie.example', phone: '+1 555 123 4567' }],
  addresses: [{ street: '1 Main St', city: 'Austin', state: 'TX', postalCode: '78701' }],
  parentNumber: null,
  tags: ['wholesale'],
  note: null,
  isInactive: false,
} as const

const Customer = z
  .object({
    id: z.uuid(),
    number: z.string().nullable().describe('Your own customer number'),
    name: z.string(),
    otherNames: z.array(z.string()),
    contacts: z.array(
      z.object({ name: z.string().nullable(), email: z.string().nullable(), phone: z.string().nullable() }),
    ),
    addresses: z.array(
      z.object({
        street: z.string().nullable(),
        city: z.string().nullable(),
        state: StateCode,
        postalCode: z.string().nullable(),
      }),
    ),
    parentNumber: z.string().nullable().describe('The number of the customer that this one belongs to'),
    tags: z.array(z.string()),
    note: z.string().nullable(),
    isInactive: z.boolean(),
    answers: z
      .array(z.object({ state: StateCode, answer: CustomerAnswerCode, expiresOn: z.iso.date().nullable() }))
      .describe('Today’s answer for each state. `none`: they buy there and have sent no certificate for it.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso
      .datetime()
      .describe('When the record changed. A new answer for a state doesn’t change it.'),
  })
  .meta({
    examples: [
      {
        id: '0199f3c0-2b1d-7f00-9c1e-0a1b2c3d4e5f',
        number: 'C-1042',
        ...exampleInput,
        answers: [{ state: 'TX', answer: 'covered', expiresOn: null }],
        createdAt: '2026-05-04T09:00:00.000Z',
        updatedAt: '2026-05-04T09:00:00.000Z',
      },
    ],
  })

const params = z.object({
  number: CustomerNumber.describe('Your own customer number, whatever its case').meta({
    examples: ['C-1042'],
  }),
})

export const listCustomers = defineRoute({
  method: 'GET',
  path: '/api/v1/customers',
  summary: 'List customers, the least recently changed first',
  tag,
  access: apiKey('read-customers'),
  query: PageQuery.extend({
    updatedSince: z.iso
      .datetime({ offset: true, error: 'Please enter a time such as 2026-05-04T09:00:00Z' })
      .optional()
      .describe('Only customers whose record changed since this time. Deleted customers don’t appear.')
      .meta({ examples: ['2026-05-04T09:00:00Z'] }),
  }),
  response: pageOf(Customer),
})

export const getCustomer = defineRoute({
  method: 'GET',
  path: '/api/v1/customers/:number',
  summary: 'Get a customer by your own customer number',
  tag,
  access: apiKey('read-customers'),
  params,
  response: Customer,
  errors: ['not-found', 'conflict'],
})

export const putCustomer = defineRoute({
  method: 'PUT',
  path: '/api/v1/customers/:number',
  summary:
    'Add a customer, or replace what you know about one. Sending the same again changes nothing. Fields that you leave out become empty.',
  tag,
  access: apiKey('write-customers'),
  params,
  body: z
    .strictObject({
      name: CustomerInput.shape.name,
      otherNames: CustomerInput.shape.otherNames,
      contacts: CustomerInput.shape.contacts,
      addresses: CustomerInput.shape.addresses,
      parentNumber: CustomerNumber.nullable()
        .default(null)
        .describe('The number of the customer that this one belongs to'),
      tags: CustomerInput.shape.tags,
      note: CustomerInput.shape.note,
      isInactive: z.boolean().default(false),
    })
    .meta({ examples: [exampleInput] }),
  freeText: ['note'],
  response: Customer,
  errors: ['conflict'],
})

export const removeCustomer = defineRoute({
  method: 'DELETE',
  path: '/api/v1/customers/:number',
  summary: 'Delete a customer who has no certificates. Otherwise, set `isInactive`.',
  tag,
  access: apiKey('write-customers'),
  params,
  response: 'nothing',
  errors: ['not-found', 'conflict'],
})
