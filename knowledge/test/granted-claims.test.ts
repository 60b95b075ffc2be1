import { expect, test } from 'vitest'
import { forms } from '../src/forms.ts'
import { grantedClaims } from '../src/granted-claims.ts'
import { rules } from '../src/rules.ts'

const on = '2026-11-19'
const claimsOf = (state: string, kind: 'goods' | 'service' = 'goods') =>
  new Map(grantedClaims(rules, forms, { state, kind, on }).map((one) => [one.claim, one]))
const codes = (state: string, claim: 'resale' | 'charity') =>
  claimsOf(state)
    .get(claim)
    ?.forms.map(({ code }) => code)

test.each([
  ['NY', ['ny-st-120']],
  ['TX', ['tx-01-339', 'mtc-uniform']],
  ['CA', ['ca-cdtfa-230']],
  ['FL', []],
  ['WI', ['wi-s-211', 'mtc-uniform', 'sst-f0003']],
])('%s: the papers for resale that a buyer fills in, its own first', (state, expected) => {
  expect(codes(state, 'resale')).toEqual(expected)
})

test('what depends on more than the certificate is not granted', () => {
  expect(claimsOf('CA').has('resale-foreign-number')).toBe(false)
  expect(claimsOf('TX').has('other-states-government')).toBe(false)
  expect(claimsOf('IL', 'service').has('resale'), 'taxed').toBe(false)
})

test('any paper serves where a sure rule says so, with what the form of the state requires', () => {
  expect(claimsOf('CA').get('resale')?.anyPaperLike?.form.code).toBe('ca-cdtfa-230')
  expect(claimsOf('NY').get('resale')?.anyPaperLike).toBeNull()
  expect(claimsOf('TN').get('resale')?.anyPaperLike, 'issued by the state').toBeNull()
})
