import { expect, test } from 'vitest'
import { type SearchEntry, searchEntries } from './help-search.ts'

const entry = (title: string, text: string): SearchEntry => ({
  kind: 'FAQ',
  title,
  href: `/help#${title}`,
  text,
})
const long = `${'word '.repeat(100)}needle ${'tail '.repeat(100)}`
const entries = [
  entry('Cards', 'The CVC is hidden. Nothing is kept.'),
  entry('Kept', 'How long documents stay.'),
  entry('Long', long),
]
const titles = (query: string) => searchEntries(entries, query).map(({ title }) => title)

test('every word has to be there, in title or text, whatever its case; titles count most', () => {
  expect(titles('kept')).toEqual(['Kept', 'Cards'])
  expect(titles('cvc NOTHING')).toEqual(['Cards'])
  expect(titles('cards hidden')).toEqual(['Cards'])
  expect(titles('cards needle')).toEqual([])
  expect(titles('  ')).toEqual([])
})

test('an excerpt shows the hit with whole words around it', () => {
  const [found] = searchEntries(entries, 'needle')
  expect(found?.excerpt).toMatch(/^… word .*needle tail .* …$/)
  expect(found?.excerpt.length).toBeLessThan(220)
  expect(searchEntries(entries, 'cvc')[0]?.excerpt).toBe('The CVC is hidden. Nothing is kept.')
})
