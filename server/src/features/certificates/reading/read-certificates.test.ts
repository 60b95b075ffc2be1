import { expect, test } from 'vitest'
import { asReading } from './read-certificates.ts'

const number = (value: string, state: string | null) => ({
  page: 1,
  name: 'number',
  position: 0,
  value,
  state,
  quad: [],
  is_sure: false,
})

test('of several numbers on the form of one state, its own is suggested, or else the first', () => {
  const suggested = (...fields: ReturnType<typeof number>[]) => {
    const page = {
      page: 1,
      form: 'ct-resale',
      form_page: 1,
      not_a_certificate: null,
      confidence: 1,
      has_hidden_license: false,
    }
    const read = { isCard: false, readings: [page], fields, exemption: undefined }
    const reading = asReading(read as unknown as Parameters<typeof asReading>[0], new Date('2026-11-17'))
    return reading.certificates[0]?.suggestion.states
  }
  const [newYork, own] = [number('12-3456789', 'NY'), number('1234567-000', 'CT')]
  expect(suggested(newYork, own)).toEqual([{ state: 'CT', number: '1234567-000', issuedBy: 'CT' }])
  expect(suggested(newYork)).toEqual([{ state: 'CT', number: '12-3456789', issuedBy: 'NY' }])
})

test.each([
  ['a card without a form', true, null, 'payment-card'],
  ['a form that mentions a card', true, 'ct-resale', null],
  ['another paper', false, null, null],
] as const)('%s', (_name, isCard, form, expected) => {
  const page = { page: 1, form, form_page: form && 1, not_a_certificate: null, confidence: 1 }
  const read = { isCard, readings: [page], fields: [], exemption: undefined }
  const reading = asReading(read as unknown as Parameters<typeof asReading>[0], new Date('2026-11-17'))
  expect(reading.notACertificate).toBe(expected)
})
