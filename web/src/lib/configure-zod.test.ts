import { createLocation } from '@exempta/contract/coverage'
import { expect, it } from 'vitest'
import { z } from 'zod'
import './configure-zod.ts'

it.each<[string, z.ZodType, unknown, string]>([
  ['nothing chosen', z.enum(['goods', 'meals']), undefined, 'This field is required'],
  ['nothing typed', z.string().min(1), '', 'This field is required'],
  ['too little', z.string().min(3), 'ab', 'This field must have at least 3 characters'],
  ['a wrong number', z.number().max(5), 9, 'This field must be at most 5'],
  ['a wrong day', z.iso.date(), '2026-02-30', 'This field must be a date such as 2026-12-31'],
])('a form says what is wrong in plain words: %s', (_, schema, value, message) => {
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message])
})

it('keeps the words that a schema has', () => {
  const { error } = createLocation.body.safeParse({ name: '', state: 'NY', kind: null })
  expect(error?.issues.map(({ message }) => message)).toEqual(['Please enter a name'])
})
