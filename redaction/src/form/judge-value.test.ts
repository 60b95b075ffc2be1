import type { Zone } from '@exempta/knowledge/schema'
import { describe, expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import { judgeValue } from './judge-value.ts'

function judged(
  field: Zone['field'],
  text: string,
  {
    state,
    residual = 0.1,
    isDoubtful = false,
    least = 0.99,
    today = '2026-11-18',
  }: Partial<Record<'state' | 'today', string>> & {
    residual?: number
    isDoubtful?: boolean
    least?: number
  } = {},
) {
  const rows = [lineAt(text, 0, 0).glyphs.map((glyph) => ({ ...glyph, confidence: least }))]
  const zone: Zone = { field, page: 1, x: 0, y: 0, width: 1, height: 0.1 }
  return judgeValue({ zone, rows, isDoubtful }, state, residual, today)
}

const isSure = (...asked: Parameters<typeof judged>) => judged(...asked)?.isSure

test.each([
  'Tamarack Paper & Print',
  "O'Malley's Pet Pantry",
  'McIntyre and Sons, Inc.',
  '3rd Avenue Lighting',
  'Wm. Hale & Daughters',
  '8863 Commerce Dr Ste 200 Norwich CT 06360',
  '12 N Juniper Ave',
  'Anders-Novak Builders (Ohio)',
  "Farmers' Market of Elm Grove",
  'H & M',
])('"%s" was read well', (text) => {
  expect(isSure('purchaser', text)).toBe(true)
})

test.each([
  ['T amarack Paper & Print', 'a blank within a word'],
  ['GonzalezTile and Stone', 'a lost blank'],
  ['8863Commerce Dr', 'a lost blank behind a number'],
  ['6695 W4th Street', 'a lost blank before a number'],
  ['Maple Street~Supply', 'a mark that names do not have'],
  ['Foods,, Inc', 'two marks'],
  ['Foods &', 'an end that is missing'],
  ['20 51 Elm Street', 'a number in two parts'],
  ['Wilder Toys of El m Grove', 'a letter alone'],
  ['3rd Avenue Li ghting', 'an end in small letters that is alone'],
  ["Sable Point' Marine", 'a mark behind a word'],
  ['Anders -Novak Builders', 'a blank before a hyphen'],
  ['Auto.repair and parts', 'a dot within a line'],
  ["OMalley's Pet Pantry", 'an apostrophe that was lost'],
  ["0Malley's Pet Pantry", 'an apostrophe that was lost, after a zero'],
  ['Store11', 'digits that may be letters'],
  ['Suite A11 north', 'digits that may be letters'],
])('"%s" asks for a look: %s', (text) => {
  expect(isSure('purchaser', text)).toBe(false)
})

test.each([
  ['Seller &Sons', 'Seller & Sons'],
  ['Seller& Sons', 'Seller & Sons'],
  ['B&B Supply', 'B&B Supply'],
  ["0'Malley's Pet Pantry", "O'Malley's Pet Pantry"],
  ["0Malley's Pet Pantry", "O'Malley's Pet Pantry"],
  ['12OMain', '12OMain'],
  ['full- to part-time help', 'full- to part-time help'],
  ['info@lincoln.il.us', 'info@lincoln.il.us'],
  ['salon.co', 'salon.co'],
  ["OMalley's Pet Pantry", "O'Malley's Pet Pantry"],
  ['OHIO Steel', 'OHIO Steel'],
  ['1706 0ld Mill Rd', '1706 Old Mill Rd'],
  ['Unit 0 Depot', 'Unit 0 Depot'],
  ['C1othing', 'Clothing'],
  ['12 W1st Street', '12 W1st Street'],
  ['State Line_Hardware', 'State Line Hardware'],
  ['Old Mi11 Supply', 'Old Mill Supply'],
  ['Old Mil1', 'Old Mill'],
  ['A11 taxable items', 'All taxable items'],
  ['Al1 taxable items', 'All taxable items'],
  ['Hall A11', 'Hall A11'],
  ['Apt11', 'Apt11'],
  ['Suite11', 'Suite11'],
  ['Be1l Works', 'Bell Works'],
  ['Auto.repair and..parts', 'Auto repair and parts'],
  ['shop.example.com', 'shop.example.com'],
  ['Wm.Hale', 'Wm.Hale'],
  ['Anders -Novak Builders', 'Anders-Novak Builders'],
  ['Anders- Novak Builders', 'Anders-Novak Builders'],
  ['pre- and post-school', 'pre- and post-school'],
])('"%s" says %s', (text, value) => {
  expect(judged('purchaser', text)).toMatchObject({ value })
})

describe('a value is not sure', () => {
  test('if its place is in doubt', () => {
    expect(isSure('purchaser', 'Sunrise Bakery')).toBe(true)
    expect(isSure('purchaser', 'Sunrise Bakery', { isDoubtful: true })).toBe(false)
  })

  test('if the page is badly aligned with the blank form, or its characters were read badly', () => {
    expect(isSure('purchaser', 'Sunrise Bakery', { residual: 0.5 })).toBe(false)
    expect(isSure('purchaser', 'Sunrise Bakery', { least: 0.7 })).toBe(false)
  })
})

describe('numbers', () => {
  test('are sure when nothing is beside them', () => {
    const state = 'PA'
    for (const read of ['64498630', 'No. 64498630'])
      expect(judged('number', read, { state }), read).toMatchObject({ value: '64498630', isSure: true })
    for (const read of ['64498630 1', '3 64498630', '64498630 ll'])
      expect(judged('number', read, { state }), read).toMatchObject({ value: '64498630', isSure: false })
  })

  test('that miss the published format by the edge of a box or a lookalike are mended, and never sure', () => {
    expect(judged('number', '64498630', { state: 'PA' })).toMatchObject({ value: '64498630', isSure: true })
    for (const read of ['D64498630', '64498630l', '644986S0', 'l64498630l'])
      expect(judged('number', read, { state: 'PA' }), read).toMatchObject({
        value: expect.stringMatching(/^\d{8}$/),
        isSure: false,
      })
    // What stands beside a number isn't a part of it, and a blank within it is none of its own.
    for (const read of ['64498630 1f buyer', '6 4498630 f buyer'])
      expect(judged('number', read, { state: 'PA' }), read).toMatchObject({
        value: '64498630',
        isSure: false,
      })
    expect(judged('number', '6449863', { state: 'PA' })).toMatchObject({ value: '6449863', isSure: false })
  })

  test('of states without a published format are never sure', () => {
    expect(judged('number', '302-999999', { least: 1 })).toMatchObject({ value: '302-999999', isSure: false })
  })

  test.each([
    ['SR ABC 12-345678', 'SR ABC 12-345678'],
    ['No. SR ABC 12-345678', 'SR ABC 12-345678'],
    ['18494440-002 -STC', '18494440-002-STC'],
    ['18494440- 002 - STC', '18494440-002-STC'],
    ['SUT- 10123456', 'SUT-10123456'],
    ['E - 12345', 'E-12345'],
    ['1 - 46 - 137524', '1-46-137524'],
    ['SR wsF 64-727454', 'SR WSF 64-727454'],
    ['sUT-16950797', 'SUT-16950797'],
    ['Permit No 12-345678', '12-345678'],
  ])('keep all of their letters: "%s"', (read, value) => {
    expect(judged('number', read)).toMatchObject({ value, isSure: false })
  })

  test.each([
    ['19746863-O02-STC', '19746863-002-STC'],
    ['1234O', '12340'],
    ['12S4567', '1254567'],
    ['l-23-456789', '1-23-456789'],
    ['12l4567', '1214567'],
  ])('have digits where letters look like them: "%s"', (read, value) => {
    expect(judged('number', read)).toMatchObject({ value, isSure: false })
  })

  test.each([
    ['FL', '37 7734358363 0'],
    ['SD', '79206037 ST'],
    ['MO', '1 2345678'],
  ])('have the parts that the format of %s asks for: "%s"', (state, read) => {
    expect(judged('number', read, { state })).toMatchObject({ value: read, isSure: false })
  })

  test('do not end in another word', () => {
    expect(judged('number', '1234567 - Resale')).toMatchObject({ value: '1234567' })
    expect(judged('number', '12-3456789 7', { state: 'NY' })).toMatchObject({
      value: '12-3456789',
      isSure: false,
    })
  })

  test.each(['S123456', 'ME-1234567', 'SLS-10123456-001', '10-123456789F-001', 'B12345', 'ISO-12345'])(
    'keep letters that may be letters: "%s"',
    (read) => {
      expect(judged('number', read)).toMatchObject({ value: read })
    },
  )
})

test.each(['5/4/2026', '05/04/_2026', '05-04-26', '2026-05-04', 'May 4, 2026', '4 May 2026', 'May 4,2026'])(
  'the day %s is sure',
  (text) => {
    expect(judged('signed-on', text)).toMatchObject({ value: '2026-05-04', isSure: true })
  },
)

test('a day years ahead is not sure as a signing day, but as an expiration date', () => {
  expect(isSure('signed-on', '5/4/2029')).toBe(false)
  expect(isSure('ends-on', '5/4/2029')).toBe(true)
})

test('a day of signing is sure only if we know what day it is today', () => {
  const zone: Zone = { field: 'signed-on', page: 1, x: 0, y: 0, width: 1, height: 0.1 }
  const filled = { zone, rows: [lineAt('5/4/2026', 0, 0).glyphs], isDoubtful: false }
  expect(judgeValue(filled, undefined, 0.1, '2026-05-04')?.isSure).toBe(true)
  expect(judgeValue(filled, undefined, 0.1, '2025-12-31')?.isSure).toBe(false)
  expect(judgeValue(filled, undefined, 0.1, undefined)).toMatchObject({ value: '2026-05-04', isSure: false })
})

test('a future year that ends in 9 may be a 4 and is never sure', () => {
  expect(judged('signed-on', '7/12/2029')).toMatchObject({ value: '2024-07-12', isSure: false })
  expect(judged('signed-on', '7/12/2019')).toMatchObject({ value: '2019-07-12', isSure: true })
  expect(judged('signed-on', '7/12/2038')).toMatchObject({ value: '2038-07-12', isSure: false })
  expect(judged('ends-on', '7/12/2029')).toMatchObject({ value: '2029-07-12', isSure: true })
})

test.each([
  'PEORIA, ILLINOIS 61602',
  'Washington D.C. 20001',
  'PO Box 12345',
  'Peoria IL 61602',
  'Peoria, Illinois 61602-1234',
  '7804 Commerce Dr Ste 200',
])('the address "%s" is sure', (text) => {
  expect(isSure('seller-address', text)).toBe(true)
})

test('the rest of a label after an address is not part of it', () => {
  expect(judged('purchaser-address', '3606 Main St, Roanoke VA 24011 o +')).toMatchObject({
    value: '3606 Main St, Roanoke VA 24011',
    isSure: false,
  })
  for (const whole of ['8800 Hwy SE 10250 # 4', 'Roanoke VA 24011 1 2 3 4'])
    expect(judged('purchaser-address', whole), whole).toMatchObject({ value: whole })
})

test('an address without its state asks for a look', () => {
  expect(isSure('seller-address', 'Peoria 61602')).toBe(false)
  expect(isSure('seller-address', 'Columbia 29201')).toBe(false)
})

test.each([
  ['I2/3/2026', '2026-12-03'],
  ['3/l2/2026', '2026-03-12'],
  ['10/I5/2025', '2025-10-15'],
])('the day in %s begins with a 1', (text, value) => {
  expect(judged('signed-on', text)).toMatchObject({ value, isSure: false })
})

test.each(['O5/04/2026', '05/04/2O26', 'o5-O4-2026', 'May O4, 2026', 'May 4, 2O26'])(
  'the day in %s has letters for digits',
  (text) => {
    expect(judged('signed-on', text)).toMatchObject({ value: '2026-05-04', isSure: false })
  },
)

test('a letter alone is a digit of a day', () => {
  expect(judged('signed-on', 'Mar I, 2026')).toMatchObject({ value: '2026-03-01', isSure: false })
})

test('a blank within the year is left out of a day, which is not sure', () => {
  expect(judged('signed-on', '2/20/202 5')).toMatchObject({ value: '2025-02-20', isSure: false })
})

test.each(['1 5/4/2026', '5/4/2026 7', 'Date 5/4/2026', '05 04 2026', '05104/2026'])(
  'a day in "%s" is not',
  (text) => {
    expect(judged('signed-on', text)).toMatchObject({ value: '2026-05-04', isSure: false })
  },
)
