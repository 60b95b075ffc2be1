import { expect, test } from 'vitest'
import { wordingFigures } from './measure-wording.ts'

test('the text rules find at least 97 % of the secrets in tax-form wording, and little else', () => {
  const figures = wordingFigures()
  expect(figures['wording.all.lines']).toBeGreaterThanOrEqual(500)
  expect(figures['wording.all.recall']).toBeGreaterThanOrEqual(0.97)
  expect(figures['wording.all.precision']).toBeGreaterThanOrEqual(0.97)
})
