import { expect, it, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import type { Line } from '../reader/text-reader.ts'
import { findNotACertificate } from './not-a-certificate.ts'
import { readUnknownPage } from './read-form.ts'

const title = lineAt('Sales Tax Exemption Certificate', 40, 20)
const read = (lines: Line[]) =>
  Object.fromEntries(readUnknownPage([title, ...lines], []).fields.map(({ name, value }) => [name, value]))

test.each([
  ['beside its label', [lineAt('Name of purchaser: Prairie Foods, Inc.', 40, 80)]],
  ['after a wide gap', [lineAt("Purchaser's name", 40, 80), lineAt('Prairie Foods, Inc.', 300, 82)]],
  ['below its label', [lineAt('Name of buyer', 40, 80), lineAt('Prairie Foods, Inc.', 44, 112)]],
  ['above its label', [lineAt('Prairie Foods, Inc.', 44, 80), lineAt('Purchaser', 40, 108)]],
  ['behind the number of the field', [lineAt('3. Name of organization: Prairie Foods, Inc.', 40, 80)]],
])('reads a value %s', (_, lines) => {
  expect(read(lines)).toEqual({ purchaser: 'Prairie Foods, Inc.' })
})

it('reads every field by its own label, and is never sure', () => {
  const { fields } = readUnknownPage(
    [
      title,
      lineAt('Purchaser: Prairie Foods', 40, 80),
      lineAt('Purchaser address: 12 Elm St, Alder', 40, 140),
      lineAt('Vendor name: Seller & Sons', 40, 200),
      lineAt('Tax exempt number: E-123456', 40, 260),
      lineAt('Expiration date: 12/31/2027', 40, 320),
      lineAt('Date signed: May 4, 2026', 40, 380),
    ],
    [],
  )
  expect(fields.map(({ name, value, isSure }) => [name, value, isSure])).toEqual([
    ['purchaser', 'Prairie Foods', false],
    ['purchaser-address', '12 Elm St, Alder', false],
    ['seller', 'Seller & Sons', false],
    ['number', 'E-123456', false],
    ['ends-on', '2027-12-31', false],
    ['signed-on', '2026-05-04', false],
  ])
})

it('takes neither another label nor text of unrelated pages for a value', () => {
  expect(read([lineAt('Name of purchaser', 40, 80), lineAt('Street address', 44, 112)])).toEqual({})
  expect(read([lineAt('The purchaser keeps a copy of this paper.', 40, 80)])).toEqual({})
  const invoice = [lineAt('Invoice', 40, 20), lineAt('Customer: Prairie Foods', 40, 80)]
  expect(readUnknownPage(invoice, []).fields).toEqual([])
})

it('reads nothing that is hidden or looks like a secret', () => {
  const number = lineAt('Tax exempt number: 219-09-9999', 40, 80)
  const buyer = lineAt('Purchaser: Prairie Foods', 40, 140)
  expect(read([number])).toEqual({})
  const over = lineAt('Prairie Foods', 172, 140).quad
  expect(readUnknownPage([title, buyer], [over]).fields).toEqual([])
})

const page = (...texts: string[]) => texts.map((text, i) => lineAt(text, 40, 20 + 40 * i))

test.each([
  [
    'w-9',
    page(
      'Form W-9 (Rev. March 2024)',
      'Request for Taxpayer Identification Number',
      'Give form to the requester.',
      'Under penalties of perjury, I certify',
    ),
  ],
  [
    'irs-letter',
    page(
      'INTERNAL REVENUE SERVICE',
      'DEPARTMENT OF THE TREASURY',
      'Employer Identification Number: 12-3456789',
      'We have determined that you are exempt from Federal income tax',
      'under section 501(c)(3)',
    ),
  ],
  [
    'sellers-permit',
    page(
      "SELLER'S PERMIT",
      'Prairie Foods',
      'is hereby authorized to engage in the business of selling',
      'Not transferable',
    ),
  ],
  [
    'workers-compensation',
    page(
      "Division of Workers' Compensation",
      'Certificate of election to be exempt from Florida Workers Compensation law',
    ),
  ],
  [
    'credit-application',
    page('Credit Application', 'Trade references', 'Bank references', 'Amount of credit'),
  ],
  [
    'government-id',
    page(
      'United States Government',
      'Department of Defense',
      'Identification card',
      'Rank SSG  Pay grade E6',
      'Expires 2027',
    ),
  ],
  [
    undefined,
    page('Sales Tax Exemption Certificate', "Seller's permit number", 'Not transferable', 'Authorized to'),
  ],
  [undefined, page('Invoice 1042', 'Terms: net 30', 'Bank references on request')],
  [undefined, page('Resale Certificate', 'Department of Revenue', 'Identification number', 'Expires')],
])('a page is named %s', (name, lines) => {
  expect(findNotACertificate(lines)).toBe(name)
})
