import { describe, expect, it, test } from 'vitest'
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

describe('a paper that a state issues', () => {
  const of = (lines: Line[]) =>
    Object.fromEntries(
      readUnknownPage(lines, []).fields.map(({ name, value, state }) => [
        name,
        state ? [state, value] : value,
      ]),
    )

  it('names whose it is under its label, and when it expires in its heading', () => {
    const annual = of([
      lineAt('2026 Florida Annual Resale Certificate for Sales Tax', 60, 40),
      lineAt('This Certificate Expires on December 31, 2026', 60, 90),
      ...[lineAt('Business Name and Location Address', 60, 140), lineAt('Certificate Number', 500, 140)],
      ...[lineAt('PRAIRIE WIND FOODS INC', 60, 170), lineAt('78-8012345678-9', 500, 170)],
      ...[lineAt('100 MAIN ST', 60, 190), lineAt('TAMPA FL 33602-5123', 60, 210)],
      lineAt('Presented to:', 60, 400),
    ])
    expect(annual).toEqual({
      purchaser: 'PRAIRIE WIND FOODS INC',
      number: ['FL', '78-8012345678-9'],
      'ends-on': '2026-12-31',
    })
  })

  it('certifies it in words, or is called a permit', () => {
    const museum = of([
      lineAt('Consumer’s Certificate of Exemption', 60, 40),
      ...[lineAt('This certifies that', 60, 200), lineAt('PRAIRIE WIND MUSEUM INC', 60, 230)],
      lineAt('is exempt from the payment of Florida sales and use tax', 60, 310),
    ])
    expect(museum.purchaser).toBe('PRAIRIE WIND MUSEUM INC')
    const permit = of([
      lineAt('State of Washington Department of Revenue', 60, 40),
      lineAt('Reseller Permit', 60, 70),
      ...[lineAt('Permit Number: A14 8694 29', 60, 110), lineAt('Expires: 12/31/2027', 60, 140)],
      lineAt('Business Name: PRAIRIE WIND FOODS INC', 60, 170),
    ])
    expect(permit).toEqual({
      purchaser: 'PRAIRIE WIND FOODS INC',
      number: ['WA', 'A14 8694 29'],
      'ends-on': '2027-12-31',
    })
  })
})

it('takes neither another label nor text of unrelated pages for a value', () => {
  expect(read([lineAt('Name of purchaser', 40, 80), lineAt('Street address', 44, 112)])).toEqual({})
  expect(read([lineAt('The purchaser keeps a copy of this paper.', 40, 80)])).toEqual({})
  const invoice = [lineAt('Invoice', 40, 20), lineAt('Customer: Prairie Foods', 40, 80)]
  expect(readUnknownPage(invoice, []).fields).toEqual([])
})

it('takes no state from a page of instructions, which holds no value', () => {
  const heading = lineAt('State of New York', 40, 50)
  expect(read([heading, lineAt('A purchaser may use this certificate for resale.', 40, 110)])).toEqual({})
  expect(read([heading, lineAt('Purchaser: Prairie Foods', 40, 110)])).toEqual({
    purchaser: 'Prairie Foods',
    'number-state': 'NY',
  })
})

it('reads nothing that is hidden or looks like a secret', () => {
  const number = lineAt('Tax exempt number: 219-09-9999', 40, 80)
  const buyer = lineAt('Purchaser: Prairie Foods', 40, 140)
  expect(read([number])).toEqual({})
  const over = lineAt('Prairie Foods', 172, 140).quad
  expect(readUnknownPage([title, buyer], [over]).fields).toEqual([])
})

test('a page that keeps its values above the labels has none below them', () => {
  const rows = [
    ['Prairie Foods, Inc.', 'Name of purchaser'],
    ['E-123456', 'Exemption number'],
    ['Seller & Sons', 'Name of seller'],
  ] as const
  const lines = rows.flatMap(([value, label], i) => [
    lineAt(value, 44, 80 + 70 * i),
    lineAt(label, 40, 105 + 70 * i),
  ])
  expect(read(lines)).toEqual({
    purchaser: 'Prairie Foods, Inc.',
    number: 'E-123456',
    seller: 'Seller & Sons',
  })
})

test('a heading says whose name and address is below it', () => {
  const lines = [
    lineAt('PART 1. BUYER INFORMATION', 40, 80),
    lineAt('Name', 40, 120),
    lineAt('Prairie Foods', 300, 120),
    lineAt('PART 2. VENDOR INFORMATION', 40, 180),
    lineAt('Name', 40, 220),
    lineAt('Summit Supply', 300, 220),
    lineAt('Address', 40, 260),
    lineAt('12 Elm St, Alder', 300, 260),
  ]
  expect(read(lines)).toEqual({
    purchaser: 'Prairie Foods',
    seller: 'Summit Supply',
    'seller-address': '12 Elm St, Alder',
  })
})

test('blanks inside a sentence are read, and its heading names the state', () => {
  const lines = [
    lineAt('State of Nevada, Department of Taxation', 40, 50),
    lineAt('I,', 40, 80),
    lineAt('Wilder Toys of Elm Grove', 130, 80),
    lineAt(', of', 480, 80),
    lineAt('12 Elm St, Alder', 560, 80),
    lineAt('hereby certify that I hold permit number', 40, 120),
    lineAt('1009876543', 560, 120),
    lineAt('and that the goods I purchase from', 40, 160),
    lineAt('Summit Supply', 500, 160),
    lineAt('will be resold.', 700, 160),
  ]
  expect(read(lines)).toEqual({
    purchaser: 'Wilder Toys of Elm Grove',
    'purchaser-address': '12 Elm St, Alder',
    number: '1009876543',
    seller: 'Summit Supply',
  })
  const { fields } = readUnknownPage([title, ...lines], [])
  expect(fields.find(({ name }) => name === 'number')).toMatchObject({ state: 'NV' })
})

test('two labels in one row have their own values', () => {
  const row = [lineAt('To: Summit Supply', 40, 80), lineAt('Date: 5/4/2026', 400, 80)]
  const dealer = [lineAt('Name of dealer', 40, 140), lineAt('Prairie Foods', 300, 140)]
  expect(read([...row, lineAt('Name of supplier', 100, 105), ...dealer])).toEqual({
    seller: 'Summit Supply',
    'signed-on': '2026-05-04',
    purchaser: 'Prairie Foods',
  })
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

test.each<[string, Record<string, string>, Line[]]>([
  [
    'a label that goes on below itself',
    { number: '1-67-840502' },
    [lineAt('Sales and use tax permit number', 40, 80), lineAt('(if required): 1-67-840502', 40, 108)],
  ],
  [
    'a label with a clause',
    { seller: 'Sable Point Marine' },
    [
      lineAt('Name of vendor from whom the property is being purchased:', 40, 80),
      lineAt('Sable Point Marine', 44, 112),
    ],
  ],
  [
    'a label with several names',
    { seller: 'Maple Supply' },
    [lineAt('Name of Seller, Vendor or Lessor: Maple Supply', 40, 80)],
  ],
  ['a label in a label', { seller: 'Maple Supply' }, [lineAt('To: Vendor name Maple Supply', 40, 80)]],
  [
    'cells with dividers',
    { number: '22989702' },
    [lineAt('Tax I.D. Number', 40, 80), lineAt('2|2|9|8|9|7|0|2', 44, 108)],
  ],
  [
    'a number that an agency calls by letters',
    { number: '5471122004' },
    [lineAt('TID Number: 5471122004', 40, 80)],
  ],
  [
    'values that stand close together below two labels',
    { purchaser: 'Prairie Foods', 'signed-on': '2026-02-21' },
    [
      lineAt('Purchaser', 40, 80),
      lineAt('Date', 300, 80),
      lineAt('Prairie Foods        Feb 21, 2026', 44, 112),
    ],
  ],
  [
    'a value that begins left of the label below it, where no other label is',
    { 'purchaser-address': '153 Kansas Avenue, Erie PA 16501' },
    [lineAt('153 Kansas Avenue, Erie PA 16501', 40, 80), lineAt('(Address of purchaser)', 88, 105)],
  ],
  [
    'names below headings side by side',
    { purchaser: 'Prairie Foods', seller: 'Maple Supply' },
    [
      lineAt('Name and Mailing Address of Purchaser', 90, 40),
      lineAt('Name and Mailing Address of Seller', 690, 40),
      lineAt('Name', 40, 75),
      lineAt('Name', 640, 75),
      lineAt('Prairie Foods', 40, 105),
      lineAt('Maple Supply', 640, 105),
    ],
  ],
])('reads %s', (_, expected, lines) => {
  expect(read(lines)).toEqual(expected)
})

test('a number of the state comes before one of the federal government, which is kept as well', () => {
  const { fields } = readUnknownPage(
    [title, lineAt('FEIN: 98-7654321', 40, 80), lineAt('Sales tax permit number: 1-67-840502', 40, 140)],
    [],
  )
  expect(fields.map(({ name, value, position }) => [name, value, position])).toEqual([
    ['number', '1-67-840502', 0],
    ['number', '98-7654321', 1],
  ])
})

test('each number of a list of states is that of its state', () => {
  const states = ['AL', 'AR', 'AZ', 'CO', 'GA', 'IA', 'ID', 'KY', 'MN']
  const lines = states.flatMap((state, i) => [
    lineAt(state, 40, 80 + 50 * i),
    ...(state === 'GA' ? [lineAt('302038807', 120, 80 + 50 * i)] : []),
  ])
  const { fields } = readUnknownPage([title, ...lines, lineAt('MO 7268110', 40, 600)], [])
  expect(fields.map(({ name, value, state }) => [name, value, state])).toEqual([
    ['number', '302038807', 'GA'],
    ['number', '7268110', 'MO'],
  ])
  expect(readUnknownPage([title, ...lines.slice(0, 6)], []).fields).toEqual([])
})

test.each(['Certificate Frames & Glass', 'Tamarack Paper & Print'])('%s is a name', (name) => {
  expect(read([lineAt('Name of purchaser', 40, 80), lineAt(name, 44, 112)])).toEqual({ purchaser: name })
})
