import { createAcceptance } from '@exempta/contract/coverage'
import { expect, it } from 'vitest'
import { z } from 'zod'
import './zod-schemas.ts'

const messagesOf = (schema: z.ZodType | undefined, value: unknown) =>
  schema?.safeParse(value).error?.issues.map(({ message }) => message)

const shape = z.strictObject({
  customer: z.strictObject({ email: z.email() }),
  count: z.int().min(1).max(5).optional(),
  tags: z.array(z.string().min(2).max(3)).max(1).optional(),
  kind: z.enum(['goods', 'meals']).optional(),
  on: z.iso.date().optional(),
  isOn: z.boolean().optional(),
})
const customer = { email: 'a@b.example' }

it.each<[string, unknown, string[]]>([
  ['nothing', undefined, ['This is required']],
  ['a missing field', {}, ['customer is required']],
  ['a missing field inside', { customer: {} }, ['customer.email is required']],
  ['a wrong type', { customer: 5 }, ['customer must be an object']],
  ['a wrong email', { customer: { email: 'x' } }, ['customer.email must be an email address']],
  ['an unknown field', { customer, more: 1 }, ['There’s no field more']],
  ['a fraction', { customer, count: 1.5 }, ['count must be a whole number']],
  ['a small number', { customer, count: 0 }, ['count must be at least 1']],
  ['a large number', { customer, count: 9 }, ['count must be at most 5']],
  ['a short text', { customer, tags: ['x'] }, ['tags.0 must have at least 2 characters']],
  ['a long list', { customer, tags: ['xx', 'yy'] }, ['tags must have at most 1 item']],
  ['another choice', { customer, kind: 'cars' }, ['kind must be one of goods, meals']],
  ['a wrong day', { customer, on: '2026-02-30' }, ['on must be a date such as 2026-12-31']],
  ['a word for a flag', { customer, isOn: 'yes' }, ['isOn must be true or false']],
])('%s is refused in plain words', (_, value, expected) => {
  expect(messagesOf(shape, value)).toEqual(expected)
})

it('does so for every route', () => {
  expect(messagesOf(createAcceptance.body, { state: 'TX', reason: 'x', until: '2026-12-31' })).toEqual([
    'receivedId is required',
  ])
})
