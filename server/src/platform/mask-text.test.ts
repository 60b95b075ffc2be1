import { expect, it } from 'vitest'
import { maskFields, maskText } from './mask-text.ts'

it.each([
  ['Card 4111 1111 1111 1111 please', 'Card •••• •••• •••• 1111 please', ['card-number']],
  ['SSN: 536-90-4399', 'SSN: •••-••-4399', ['ssn']],
  ['4111111111111111 and SSN 536-90-4399', '••••••••••••1111 and SSN •••-••-4399', ['card-number', 'ssn']],
  ['EIN 12-3456789, permit 100-200-300, call 555-010-2030', undefined, []],
  ['Please send page 2 again. Thank you!', undefined, []],
])('%s', (typed, kept, masked) => {
  expect(maskText(typed)).toEqual({ text: kept ?? typed, masked })
  expect(maskText(typed).text).toHaveLength(typed.length)
})

it('masks the named fields alone and leaves what holds no text', () => {
  const body = { message: '4111 1111 1111 1111', token: '4111 1111 1111 1111', note: null, count: 3 }
  expect(maskFields(body, ['message', 'note', 'count', 'absent'])).toEqual({
    body: { ...body, message: '•••• •••• •••• 1111' },
    masked: ['card-number'],
  })
})

it('masks every item of a list', () => {
  const reasons = ['Not signed', 'Shows 4111 1111 1111 1111']
  expect(maskFields({ reasons }, ['reasons'])).toEqual({
    body: { reasons: ['Not signed', 'Shows •••• •••• •••• 1111'] },
    masked: ['card-number'],
  })
})
