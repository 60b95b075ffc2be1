import { describe, expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import { centre, isInside } from '../geometry/quad.ts'
import type { Line, TextReader } from '../reader/text-reader.ts'
import { type CardSide, findOnCard } from './find-on-card.ts'

const card = { width: 600, height: 400, pixels: new Uint8Array(600 * 400 * 3).fill(90) }

const find = (lines: Line[], markedSide?: CardSide) => {
  const reader: TextReader = { read: async () => lines }
  return findOnCard(reader, card, { markedSide })
}

const words = lineAt('VALID THRU 12/27', 60, 260)
const front = (number: string) => [lineAt('COUNTY BANK', 60, 40), lineAt(number, 60, 200), words]

describe.each(['front', undefined] as const)('a front marked as %s', (side) => {
  test.each([
    '4539 1488 0343',
    '4539 1488 0343 6',
    '4539 1488 0343 64',
    '4539 1488 0343 646',
    '5539 1488 0343 6467 1',
  ])('is refused when not all of its number was read: %s', async (number) => {
    await expect(find(front(number), side)).rejects.toMatchObject({ reason: 'card-number-not-found' })
  })

  test.each(['4539 1488 0343 6467', '3714 496353 98431', '9539 1488 0343 6467'])(
    'is released with the last four of %s when all of it was read',
    async (number) => {
      const lines = front(number)
      const { findings } = await find(lines, side)
      const isHidden = lines[1]?.glyphs
        .filter(({ text }) => text !== ' ')
        .map(({ quad }) => findings.some((finding) => isInside(finding.quad, centre(quad))))
      const hiddenCount = number.replace(/ /g, '').length - 4
      expect(isHidden).toEqual([...Array(hiddenCount).fill(true), ...Array(4).fill(false)])
    },
  )
})

test('the expiry date is hidden; the bank and the words stay', async () => {
  const lines = front('4539 1488 0343 6467')
  const { findings } = await find(lines, 'front')
  const isHidden = ({ quad }: Line['glyphs'][number]) =>
    findings.some((finding) => isInside(finding.quad, centre(quad)))
  expect(words.glyphs.slice(-5).map(isHidden)).toEqual(Array(5).fill(true))
  expect([...words.glyphs.slice(0, 5), ...(lines[0]?.glyphs ?? [])].some(isHidden)).toBe(false)
})

test('the small copy of the first digits is hidden below them', async () => {
  const { findings } = await find(front('4539 1488 0343 6467'), 'front')
  const isHidden = (x: number, y: number) => findings.some(({ quad }) => isInside(quad, [x, y]))
  expect([isHidden(65, 226), isHidden(100, 226), isHidden(150, 226)]).toEqual([true, true, false])
})

test('a partly read card number in a field is hidden with the places around it', async () => {
  const number = lineAt('4539 1488 0343', 200, 200)
  const reader: TextReader = { read: async () => [number] }
  const { findings } = await findOnCard(reader, card, { madeBefore: [[number]], needsWholeNumber: false })
  const isHidden = (x: number) => findings.some(({ quad }) => isInside(quad, [x, 210]))
  expect([150, 200, 280, 360, 400].map(isHidden)).toEqual([true, true, true, true, true])
})

test('later reads use the direction of the words if at least two lines of them were read', async () => {
  const asked: (number | undefined)[] = []
  const lines = [
    lineAt('COUNTY BANK', 60, 40),
    lineAt('4539 1488 0343 6467', 60, 200),
    lineAt('GOOD THRU', 60, 260),
  ]
  const readerOf = (read: Line[]): TextReader => ({
    read: async (_, { direction }) => {
      asked.push(direction)
      return read
    },
  })
  await findOnCard(readerOf(lines), card, { markedSide: 'front' })
  await findOnCard(readerOf(lines.slice(0, 2)), card, { markedSide: 'front' })
  expect(asked).toEqual([undefined, 0, 0, undefined, undefined, undefined])
})

test('a back needs no whole number', async () => {
  const lines = [
    lineAt('AUTHORIZED SIGNATURE - NOT VALID UNLESS SIGNED', 10, 40),
    lineAt('123', 300, 90),
    lineAt('4539 1488 0343 64', 60, 300),
  ]
  const { findings } = await find(lines, 'back')
  expect(findings.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['card-number', 'card-code']))
})

describe('a mirrored back', () => {
  const mirrored = [{ ...lineAt('DOOHOBISED 2ICNOBE', 10, 40), confidence: 0.56 }, lineAt('258', 300, 300)]
  const seen = [lineAt('AUTHORIZED SIGNATURE', 10, 40), lineAt('581', 200, 90)]

  test('is read until words show which digits are its security code', async () => {
    let calls = 0
    const reader: TextReader = { read: async () => (++calls < 4 ? mirrored : seen) }
    const { findings } = await findOnCard(reader, card, { markedSide: 'back' })
    expect(findings.some(({ quad }) => isInside(quad, [218, 100]))).toBe(true)
  })

  test('is refused when no words come out', async () => {
    await expect(find(mirrored, 'back')).rejects.toMatchObject({ reason: 'card-code-not-found' })
  })
})

test.each([
  ['4614 1238 5067 2940', 'TRAVEL', 'smartpay travel individual'],
  ['4614 1238 5067 2940', 'PURCHASE', 'smartpay purchase central'],
  ['4614 1238 5067 2940', 'VISA', 'smartpay unknown unknown'],
  ['4539 1488 0343 6467', 'TRAVEL', 'other unknown unknown'],
  ['4614 1238 5067 2941', 'TRAVEL', undefined],
])('the class of %s with the word %s is %s', async (number, word, expected) => {
  const found = await find([...front(number), lineAt(word, 400, 40)], 'front')
  expect(found.card && Object.values(found.card).join(' ')).toBe(expected)
})

test('a back without a number has no class', async () => {
  const back = [lineAt('AUTHORIZED SIGNATURE', 60, 120), lineAt('123', 400, 160), lineAt('TRAVEL', 60, 300)]
  expect((await find(back, 'back')).card).toBeUndefined()
})
