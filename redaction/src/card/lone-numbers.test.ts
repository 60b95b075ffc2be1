import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import { isCardNumber, rowsOfDigits } from './lone-numbers.ts'

test.each<[text: string, beside: string, isCard: boolean]>([
  ['4111111111111111', 'Invoice', true],
  ['4111111111111112', 'Invoice', false],
  ['4111 1111 1111 1112', 'Invoice', true],
  ['4111111111111112', 'CVC2 075', true],
  ['4111111111111112', 'Security code', true],
  ['4111111111111112', 'Deciduous trees', false],
  ['9111111111111112', 'CVC2 075', false],
])('%s near "%s" is taken for a card number: %s', (text, beside, isCard) => {
  const lines = [lineAt(text, 100, 100), lineAt(beside, 180, 150)]
  const [chain] = rowsOfDigits(lines)
  expect(chain !== undefined && isCardNumber(chain, lines)).toBe(isCard)
})

test('a security code far away says nothing about a number', () => {
  const lines = [lineAt('4111111111111112', 100, 100), lineAt('CVC2 075', 180, 400)]
  const [chain] = rowsOfDigits(lines)
  expect(chain !== undefined && isCardNumber(chain, lines)).toBe(false)
})

const card = '4111 1111 1111 1111'
test.each([
  { rows: [card], isCard: true },
  { rows: [card, '5567 6133 4805 4657'], isCard: true },
  { rows: ['5567 6133 4805 4657', card, '5791 6316 6444 6051'], isCard: false },
  { rows: [card, '5567 6133 4805 4657', '5791 6316 6444 6051'], isCard: false },
  { rows: [card, '5567 6133 4805 4657', '5791 6316 6444'], isCard: true },
  { rows: [card, card, card], isCard: true },
])('cells of the rows $rows hold a card number: $isCard', ({ rows, isCard }) => {
  const lines = rows.flatMap((row, y) =>
    row.split(' ').map((cell, x) => lineAt(cell, 100 + 80 * x, 100 + 40 * y)),
  )
  const at = rows.indexOf(card)
  const chain = rowsOfDigits(lines).find(
    ({ digits, groups }) => digits === card.replaceAll(' ', '') && groups[0]?.quad[0][1] === 100 + 40 * at,
  )
  expect(chain !== undefined && isCardNumber(chain, lines)).toBe(isCard)
})
