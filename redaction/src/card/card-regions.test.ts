import { describe, expect, test } from 'vitest'
import type { Quad } from '../geometry/quad.ts'
import type { Line } from '../reader/text-reader.ts'
import { cardRegionsOf, looksLikeCard, showsTypedCard } from './card-regions.ts'

/** A line of evenly spaced characters. */
function lineAt(text: string, x: number, y: number, height = 20): Line {
  const step = height * 0.6
  const box = (from: number, to: number): Quad => [
    [x + from * step, y],
    [x + to * step, y],
    [x + to * step, y + height],
    [x + from * step, y + height],
  ]
  const glyphs = [...text].map((character, i) => ({ text: character, quad: box(i, i + 1), confidence: 0.99 }))
  return { text, glyphs, quad: box(0, text.length), confidence: 0.99 }
}

const prose = Array.from({ length: 30 }, (_, i) => lineAt('purchases under this certificate', 100, 40 * i))

test('a number in large print on a page of text is a card', () => {
  const [region, ...others] = cardRegionsOf([...prose, lineAt('4539 1488 0343 6467', 200, 1400, 40)])
  expect(others).toEqual([])
  expect(region?.hasCardWords).toBe(false)
  expect(region?.left).toBeLessThan(200)
  expect(region?.top).toBeLessThan(1300)
  expect(region?.bottom).toBeGreaterThan(1500)
})

test('a number in normal print without another label is a card', () => {
  const number = lineAt('2412330924940306', 200, 1400)
  expect(cardRegionsOf([...prose, number])).toMatchObject([{ hasCardWords: false }])
  expect(cardRegionsOf([...prose, lineAt('4412 3309 2494 03', 200, 1400)])).toHaveLength(1)
  expect(cardRegionsOf([...prose, lineAt('Invoice Number', 190, 1360), number])).toEqual([])
  expect(cardRegionsOf([...prose, lineAt('Invoice:', 60, 1400), number])).toEqual([])
  expect(cardRegionsOf([...prose, lineAt('940011189922310', 200, 1400)])).toEqual([])
})

test('section numbers of a law are no card, whatever their checksum is', () => {
  const digits = '4539148803436467'
  const parts = `${digits.slice(0, 2)}-${digits.slice(2, 4)}(${digits.slice(4, 6)}), (${digits.slice(6, 8)}), (${digits.slice(8, 11)}), (${digits.slice(11, 13)}), (${digits.slice(13)})`
  expect(cardRegionsOf([...prose, lineAt(digits, 200, 1400)])).toHaveLength(1)
  expect(cardRegionsOf([...prose, lineAt(parts, 200, 1400)])).toEqual([])
})

test('field values below each other are no card, but rows of four digits are, whatever is beside them', () => {
  const labels = [lineAt('Federal EIN', 60, 1400), lineAt('State exemption number', 60, 1440)]
  const values = [lineAt('41-0987654', 500, 1400), lineAt('ES 38114', 500, 1440)]
  expect(cardRegionsOf([...prose, ...values])).toEqual([])
  expect(cardRegionsOf([...prose, ...labels, ...values])).toEqual([])
  const upright = ['4539', '1488', '0343', '6467'].map((four, i) => lineAt(four, 500, 1400 + 40 * i))
  expect(cardRegionsOf([...prose, ...labels, ...upright])).toHaveLength(1)
})

test('a column of short numbers is no card, whatever its checksum is', () => {
  const column = ['4539', '1488', '0343', '6467', '1201', '1202'].map((four, i) => lineAt(four, 500, 40 * i))
  expect(cardRegionsOf([...prose, ...column])).toEqual([])
})

test('words that only cards have make it a card, whatever is before the number', () => {
  const number = lineAt('940011189922310', 200, 1400)
  expect(cardRegionsOf([...prose, number])).toEqual([])
  expect(cardRegionsOf([...prose, number, lineAt('VALID THRU 12/27', 220, 1440, 14)])).toMatchObject([
    { hasCardWords: true },
  ])
})

test('the words above a signature strip are a card; those of a form are not', () => {
  const back = lineAt('AUTHORIZED SIGNATURE - NOT VALID UNLESS SIGNED', 200, 1400)
  expect(cardRegionsOf([...prose, back])).toHaveLength(1)
  expect(cardRegionsOf([...prose, lineAt('Authorized signature:', 200, 1400)])).toEqual([])
})

test('a number written into a field of a form is left to the text rules', () => {
  expect(cardRegionsOf([...prose, lineAt('Card No.: 4539 1488 0343 6467', 200, 1400, 30)])).toEqual([])
})

test('a certificate number in large print is no card; a card number read in part is', () => {
  expect(cardRegionsOf([...prose, lineAt('85-8012345678-5', 200, 1400, 40)])).toEqual([])
  expect(cardRegionsOf([...prose, lineAt('4539 1488 0343 6', 200, 1400, 40)])).toHaveLength(1)
})

describe('the back of a card whose words were read badly', () => {
  const owner = lineAt('This cardis propy of the ssuer. Queons 1-888-555-0142', 100, 100)
  // The check digit does not fit: one of the others was misread.
  const number = lineAt('2412129858570936', 100, 300)

  test.each(['CVC061', 'CVV2: 061', 'Expires 06/30', 'EXP 06/2030'])(
    '%s beside a number identifies it',
    (beside) => {
      expect(looksLikeCard([owner, lineAt(beside, 500, 300), number])).toBe(true)
    },
  )

  test.each(['Expires 06/30/2030', 'Receipt 061', 'Lot 06/30'])('%s does not identify it', (beside) => {
    expect(looksLikeCard([owner, lineAt(beside, 500, 300), number])).toBe(false)
  })

  test('a number that is too long or too short for its brand is not hidden', () => {
    for (const other of ['24121298585709', '9912129858570936'])
      expect(looksLikeCard([owner, lineAt('Expires 06/30', 500, 300), lineAt(other, 100, 300)]), other).toBe(
        false,
      )
  })
})

test('a typed page about a card is no card, and neither are its other numbers', () => {
  const card = [
    lineAt('VISA', 20, 20),
    lineAt('4539 1488 0343 6467', 20, 60),
    lineAt('VALID THRU 08/29', 20, 100),
  ]
  expect(showsTypedCard(card)).toBe(true)
  expect(showsTypedCard([...card, lineAt('Amount to charge 1,284.50', 20, 140)])).toBe(false)
})
