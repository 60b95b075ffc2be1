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
