import { type ReasonCode, reasonText } from '@exempta/knowledge/reasons'
import { expect, it } from 'vitest'
import { auditorText, decideSale, type KnownCertificate, type RecordedSale } from './decide-sale.ts'

const certificate = {
  share_id: 'share',
  business_id: 'business',
  owner_id: 'owner',
  document_id: 'document',
  status: 'verified',
  revoked_at: null,
  shared_at: new Date('2026-03-02T15:00:00Z'),
  business_name: 'Summit Wholesale',
  owner_name: 'Pat Doe',
  owner_email: 'pat@example.org',
  form: 'ny-st-120',
  reason: 'resale',
  purchaser: 'Prairie Wind Foods',
  seller: 'Summit Wholesale',
  is_blanket: true,
  has_signature: true,
  signed_on: '2025-05-04',
  expires_on: null,
  document_type: 'application/pdf',
  trade_names: [],
  reviewed_at: null,
  seen_in_review: [],
  government: null,
  government_state: null,
  organization: null,
  confirmed_at: new Date('2026-03-01T15:00:00Z'),
  has_hidden_license: false,
  accepted: [],
  states: [{ state: 'NY', number: '43-1234567', issuedBy: 'NY', verifiedOn: null }],
  last_purchase_on: null,
} as KnownCertificate

const sale: RecordedSale = {
  state: 'NY',
  on: '2026-02-03',
  kind: 'goods',
  amountCents: null,
  isOwnUse: false,
  paidBy: null,
  isTaxed: null,
  receipt: null,
}
const expired = [
  { code: 'expired', text: 'It expired on May 20, 2025.', step: null, ground: null, rule: null },
]
const receipt = {
  verdict: 'not-covered',
  reasons: expired,
  allowedReason: null,
  accepted: null,
  shareId: 'old',
} as const

it.each<[string, Partial<RecordedSale>, Partial<KnownCertificate> | undefined, string, string | null]>([
  [
    'a receipt that says covered',
    { receipt: { ...receipt, verdict: 'covered' } },
    undefined,
    'covered',
    'old',
  ],
  [
    'a receipt that says to charge part',
    { receipt: { ...receipt, verdict: 'charge-part' } },
    undefined,
    'part',
    'old',
  ],
  [
    'a part that wasn’t charged',
    { receipt: { ...receipt, verdict: 'charge-part' }, isTaxed: false },
    undefined,
    'not-covered',
    'old',
  ],
  ['a receipt alone', { receipt }, undefined, 'not-covered', 'old'],
  ['a certificate that came later', { receipt }, {}, 'later', 'share'],
  [
    'one that came within the days that the state gives',
    { receipt },
    { signed_on: '2026-02-20' },
    'later',
    'share',
  ],
  [
    'one that came after the days that the state gives',
    { receipt },
    { shared_at: new Date('2026-06-21T15:00:00Z') },
    'not-covered',
    'old',
  ],
  ['one that expired before the sale', { receipt }, { expires_on: '2026-01-31' }, 'not-covered', 'old'],
  ['own use, whatever came later', { receipt, isOwnUse: true }, {}, 'not-covered', 'old'],
  ['a sale that was taxed', { receipt, isTaxed: true }, undefined, 'taxed', 'old'],
  ['a sale that wasn’t taxed', { receipt, isTaxed: false }, undefined, 'not-covered', 'old'],
  ['a listed sale of a customer without one', {}, undefined, 'none', null],
  ['a listed sale that was after the certificate', { on: '2026-03-03' }, {}, 'covered', 'share'],
  ['a listed sale before the certificate was shared', {}, {}, 'later', 'share'],
  ['a listed sale without a day', { on: null }, {}, 'not-covered', null],
])('decides about %s', (_, change, known, outcome, shareId) => {
  const decision = decideSale({ ...sale, ...change }, known ? [{ ...certificate, ...known }] : [])
  expect([decision.outcome, decision.shareId]).toEqual([outcome, shareId])
})

it('gives the reason of the receipt for a gap, with the manager’s', () => {
  const allowed = { ...receipt, allowedReason: 'I called them.' }
  expect(decideSale({ ...sale, receipt: allowed }, []).reasons).toEqual([
    'Allowed anyway: I called them.',
    'It expired on May 20, 2025.',
  ])
})

it('says what a manager had accepted, with the reason that is on the receipt', () => {
  const accepted = { reason: 'East is our second store.', on: '2026-01-05', until: '2026-12-31' }
  const covered = { ...receipt, verdict: 'covered', reasons: [], accepted } as const
  expect(decideSale({ ...sale, receipt: covered }, []).reasons).toEqual([
    'The seller accepted what was open on Jan 5, 2026, until Dec 31, 2026. Reason: East is our second store.',
  ])
})

it.each<[ReasonCode, object, string]>([
  ['other-seller', { seller: 'Acme' }, 'It’s made out to Acme, not to the seller.'],
  ['seller-unclear', { seller: 'Acme' }, 'It’s made out to Acme. Check that this is the seller.'],
  ['rejected', {}, 'The seller rejected this document.'],
  ['unknown-form', {}, 'This form isn’t known.'],
  ['unknown-duration', { state: 'Ohio' }, 'It isn’t known how long it lasts in Ohio.'],
])('tells an auditor about %s without saying you or we', (code, values, words) => {
  expect(auditorText(reasonText(code, values))).toBe(words)
})
