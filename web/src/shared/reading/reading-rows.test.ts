import type { Exemption, ReadCertificate, ReadField } from '@exempta/contract/certificates'
import { describe, expect, it } from 'vitest'
import { isConfirmable, readingHighlights, readingRows, shownCertificate } from './reading-rows.ts'

const field = (name: ReadField['name'], value: string, state: string | null = null): ReadField => ({
  page: 1,
  name,
  value,
  state,
  quad: [
    [0.1, 0.1],
    [0.2, 0.1],
    [0.2, 0.2],
    [0.1, 0.2],
  ],
  isSure: true,
})

const certificate: ReadCertificate = {
  pages: [1],
  form: null,
  edition: null,
  printedRevision: null,
  hasHiddenLicense: false,
  isEmpty: false,
  fields: [
    field('purchaser', 'Prairie Wind Foods Co'),
    field('number', '43-1234567', 'NY'),
    field('ends-on', '2026-12-31'),
    field('signature', 'yes'),
  ],
  suggestion: {
    form: null,
    purchaser: 'Prairie Wind Foods Co',
    seller: null,
    reason: 'resale',
    isBlanket: true,
    hasSignature: true,
    signedOn: null,
    expiresOn: '2026-12-31',
    government: null,
    governmentState: null,
    organization: null,
    states: [{ state: 'NY', number: '43-1234567', issuedBy: 'NY' }],
  },
  isSure: true,
  notes: [],
}
const asRead: Exemption = {
  ...certificate.suggestion,
  hasSignature: true,
  purchaser: 'Prairie Wind Foods Co',
  pages: [1],
  confirmedAt: '2026-05-04T10:00:00.000Z',
}

const differences = (change: Partial<Exemption>) =>
  readingRows({ ...asRead, ...change }, certificate)
    .filter(({ readAs }) => readAs !== undefined)
    .map(({ id, value, readAs }) => [id, value, readAs])

describe('what the owner says differs from what was read', () => {
  it.each<[string, Partial<Exemption>, unknown[]]>([
    ['nothing', {}, []],
    ['the purchaser', { purchaser: 'Other Co' }, [['purchaser', 'Other Co', 'Prairie Wind Foods Co']]],
    ['a removed end date', { expiresOn: null }, [['expires-on', undefined, 'Dec 31, 2026']]],
    ['a later end date', { expiresOn: '2036-12-31' }, [['expires-on', 'Dec 31, 2036', 'Dec 31, 2026']]],
    ['a seller that nobody read', { seller: 'Summit' }, [['seller', 'Summit', null]]],
    ['the reason', { reason: 'charity' }, [['reason', 'Charity', 'Resale']]],
    ['a removed reason', { reason: null }, [['reason', undefined, 'Resale']]],
    ['what it is good for', { isBlanket: false }, [['use', 'One purchase', 'All purchases']]],
    ['the signature', { hasSignature: false }, [['signature', 'No', 'Yes']]],
    [
      'the number',
      { states: [{ state: 'NY', number: '99', issuedBy: 'NY' }] },
      [['number-NY', '99', '43-1234567']],
    ],
    [
      'a removed number',
      { states: [{ state: 'NY', number: null, issuedBy: null }] },
      [['number-NY', undefined, '43-1234567']],
    ],
    [
      'a number of another state',
      { states: [{ state: 'NY', number: '43-1234567', issuedBy: 'NJ' }] },
      [['issuer-NY', 'New Jersey', null]],
    ],
    [
      'an agency of another state',
      { government: 'state', governmentState: 'NJ' },
      [['buyer', 'A state or one of its agencies (New Jersey)', null]],
    ],
    [
      'the kind of organization',
      { organization: 'church' },
      [['buyer', 'Church or other religious organization', null]],
    ],
    [
      'a state that was added',
      { states: [...asRead.states, { state: 'TX', number: null, issuedBy: null }] },
      [['states', 'New York, Texas', 'New York']],
    ],
  ])('%s', (_, change, expected) => {
    expect(differences(change)).toEqual(expected)
  })

  it('is not said of what was read', () => {
    expect(readingRows(certificate.suggestion, certificate).every(({ readAs }) => readAs === undefined)).toBe(
      true,
    )
  })

  it('counts everything as typed by the owner when nothing could be read', () => {
    expect(readingRows(asRead, undefined).every(({ readAs }) => readAs === null)).toBe(true)
  })
})

describe('a certificate on a form whose places we don’t know', () => {
  const unknown = {
    ...certificate,
    hasHiddenLicense: true,
    suggestion: {
      ...certificate.suggestion,
      hasSignature: null,
      states: [{ state: 'NY', number: null, issuedBy: null }],
    },
    fields: certificate.fields.filter(({ name }) => name === 'purchaser'),
  }
  const row = (stated: Parameters<typeof readingRows>[0], id: string) =>
    readingRows(stated, unknown).find((one) => one.id === id)

  it('says that no signature was looked for, until its owner says more', () => {
    expect(row(unknown.suggestion, 'signature')).toMatchObject({ value: 'Not checked', readAs: undefined })
    expect(row(asRead, 'signature')).toMatchObject({ value: 'Yes', readAs: null })
    expect(isConfirmable(unknown.suggestion)).toBe(false)
    expect(isConfirmable({ ...unknown.suggestion, hasSignature: false })).toBe(true)
  })

  it('says that a license is hidden where the number would be', () => {
    expect(row(unknown.suggestion, 'number-NY')?.value).toBe('Identified by a license (hidden)')
  })
})

it('numbers the places in the order of the rows', () => {
  const marks = readingHighlights(readingRows(asRead, certificate)).map(({ id, mark }) => [mark, id])
  expect(marks).toEqual([
    ['1', 'read-purchaser'],
    ['2', 'read-number-NY'],
    ['3', 'read-signature'],
    ['4', 'read-expires-on'],
  ])
})

it('is about the confirmed certificate, whatever was chosen', () => {
  const other = { ...certificate, pages: [2] }
  const reading = { certificates: [certificate, other], confirmed: { ...asRead, pages: [2] } }
  expect(shownCertificate(reading, 0).certificate).toBe(other)
  expect(shownCertificate({ ...reading, confirmed: null }, 1).certificate).toBe(other)
})
