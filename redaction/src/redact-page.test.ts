import sharp from 'sharp'
import { expect, test } from 'vitest'
import { lineAt } from '../test/line.ts'
import type { Line } from './reader/text-reader.ts'
import { redact } from './redact.ts'
import { searchableWords } from './redact-page.ts'

const word = (text: string, left: number, top: number) => ({ text, quad: lineAt(text, left, top).quad })
const textsOf = (words: Parameters<typeof searchableWords>[0]) =>
  searchableWords(words, {}).map(({ text }) => text)

test('words without a secret are kept', () => {
  const words = [word('EIN', 0, 0), word('52-1234567', 60, 0), word('9999', 0, 40)]
  expect(textsOf(words)).toEqual(['EIN', '52-1234567', '9999'])
})

test('words that form a secret together are removed, even if only their positions connect them', () => {
  const row = [word('SSN', 0, 0), word('219-09', 60, 0), word('9999', 150, 0)]
  expect(textsOf(row)).toEqual(['SSN', '9999'])
  const apart = [word('219099999', 60, 2), word('Name', 0, 40), word('SSN', 0, 0)]
  expect(textsOf(apart)).toEqual(['Name', 'SSN'])
})

test('words that form a secret after others are removed are removed, too', () => {
  const values = ['66928807563011', '57125803262829', '89678815640351', '41258032628293', '30112580326282']
  const words = ['Account No.', ...values, 'Ohio'].map((text, i) => word(text, 250 * i, 0))
  expect(textsOf(words)).toEqual(['Account No.', 'Ohio'])
})

const [width, height] = [1000, 800]
const striped = new Uint8Array(width * height * 3).fill(255)
for (let row = 0; row < 200; row++) striped.fill(40, (row * width + 20) * 3, (row * width + 600) * 3)
const png = await sharp(striped, { raw: { width, height, channels: 3 } })
  .png()
  .toBuffer()

test.each([
  { first: '$4,821.07', second: '$4,821.07', isAsked: false },
  { first: '$4,821.07', second: '48210771', isAsked: true },
  { first: '$4821070.00', second: ' 4821070', isAsked: false },
  { first: '48210771', second: '$4,821.07', isAsked: true },
])('a number read as $first and then as $second is asked about: $isAsked', async (readings) => {
  const prose = Array.from({ length: 3 }, (_, i) => lineAt('Goods for the school', 20, 300 + 40 * i))
  const pages: Line[][] = [[...prose, lineAt(readings.first, 20, 500)], [lineAt(readings.second, 20, 500)]]
  const reader = { read: async () => pages.shift() ?? [] }
  const result = await redact(png, { ports: { reader, placeForm: () => undefined } })
  const uncertain = result.verdict === 'refused' ? [] : (result.pages[0]?.uncertain ?? [])
  expect({ verdict: result.verdict, reasons: uncertain.map(({ reason }) => reason) }).toEqual({
    verdict: 'clean',
    reasons: readings.isAsked ? ['unexplained'] : [],
  })
})

test.each([
  { label: "The driver's license number is D4836935 for pickup.", below: '7781-2204', hidden: 'D4836935' },
  { label: "Federal EIN or driver's license number", below: '7781-2204', hidden: '7781-2204' },
  {
    label: 'Driver license or state ID number of the signer is not required.',
    below: 'Form DR-14 (R. 10/15) Rev. 06/94 55310-0971',
    hidden: 'nothing',
  },
])('with “$label” above $below on a certificate, $hidden is hidden', async ({ label, below, hidden }) => {
  const pages: Line[][] = [
    ['Certificate of exemption', label, below].map((text, i) => lineAt(text, 20, 300 + 24 * i)),
  ]
  const reader = { read: async () => pages.shift() ?? [] }
  const result = await redact(png, { ports: { reader, placeForm: () => undefined } })
  const words = result.verdict === 'refused' ? [] : (result.pages[0]?.words.map(({ text }) => text) ?? [])
  expect(words).not.toContain(hidden)
  expect(below.split(' ').every((word) => words.includes(word))).toBe(below !== hidden)
})
