import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fingerprints } from '../src/fingerprints.ts'
import { forms } from '../src/forms.ts'
import { hashText } from '../src/hash.ts'
import { hashWordPairs, packPairs, unpackPairs } from '../src/word-pairs.ts'

const folder = new URL('../fingerprints/', import.meta.url)
const files = readdirSync(folder)
const sharedForms = new URL('../../../shared/forms/', import.meta.url)

// Connecticut's certificate shares whole sentences with the MTC's.
const mostAlike = 0.65

/** How much of a learned page is found on another. */
function shareFound(learned: Uint32Array, page: Uint32Array): number {
  const there = new Set(page)
  return learned.filter((pair) => there.has(pair)).length / learned.length
}

describe('fingerprints', () => {
  test('there are 28 or more, small enough to be shipped, and each belongs to its form', () => {
    expect(files.length).toBeGreaterThanOrEqual(28)
    const bytes = files.reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0)
    expect(bytes).toBeLessThan(450_000)
    const wrong = files.filter((name) => {
      const content = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
      const form = forms.get(name.replace('.json', ''))
      return form?.fingerprint !== hashText(JSON.stringify(content)) || form?.revision !== content.revision
    })
    expect(wrong).toEqual([])
    expect(new Set(fingerprints.map(({ form }) => form)).size).toBe(files.length)
  })

  test('every further blank is one of a form that was learned, and has another revision', () => {
    const editions = fingerprints.filter(({ edition }) => edition)
    expect(editions.length).toBeGreaterThan(1)
    const wrong = editions.filter(({ form, edition }) => {
      const known = forms.get(form)
      return !known?.fingerprint || edition?.revision === known.revision
    })
    expect(wrong).toEqual([])
  })

  const firstPages = fingerprints.filter(({ page }) => page === 1)
  test.each(firstPages.map((one) => [one.form, one] as const))(
    '%s is unlike every other form',
    (form, { pairs }) => {
      const alike = firstPages
        .filter((other) => other.form !== form)
        .map((other) => ({ form: other.form, share: shareFound(other.pairs, pairs) }))
        .filter(({ share }) => share > mostAlike)
      expect(alike).toEqual([])
      expect(pairs.length).toBeGreaterThan(30)
    },
  )

  test('pairs survive packing, whatever case and marks the words have', () => {
    const pairs = hashWordPairs(['Name of SELLER:', '  name  of seller ', 'Date'])
    expect(pairs).toHaveLength(2)
    expect([...unpackPairs(packPairs(pairs))]).toEqual(pairs)
  })

  test.skipIf(!existsSync(sharedForms))('every blank of the shared forms was learned', () => {
    const blanks = readdirSync(sharedForms).filter((name) => name.endsWith('.pdf'))
    expect(blanks.filter((name) => !files.includes(name.replace('.pdf', '.json')))).toEqual([])
  })
})
