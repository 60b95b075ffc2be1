import { forms } from '@exempta/knowledge/forms'
import { hashWord, lettersOf, type PrintedWord } from '@exempta/knowledge/printed-words'
import type { Form } from '@exempta/knowledge/schema'
import { hashWordPairs } from '@exempta/knowledge/word-pairs'
import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import { formPlacer } from './place-form.ts'

const page = { width: 1000, height: 3000 }
/** Words that say nothing, but are always the same ones. */
const wordsOf = (name: string, count: number) =>
  Array.from(
    { length: count },
    (_, i) => `${name}word${'abcdefghij'[i % 10]}${'klmnopqrstuvwxyzabcd'[Math.floor(i / 10)]}`,
  )
const sentences = (words: readonly string[]) =>
  Array.from({ length: Math.ceil(words.length / 4) }, (_, i) => words.slice(4 * i, 4 * i + 4).join(' '))

const shared = sentences(wordsOf('shared', 200))
const own = { one: sentences(wordsOf('one', 20)), other: sentences(wordsOf('other', 20)) }

const placed = (lines: readonly string[]) =>
  lines.map((text, i) => lineAt(text, 40 + (i % 3) * 20, 40 + 40 * i))

function fingerprintOf(form: string, texts: readonly string[]) {
  const words = placed(texts).flatMap(({ glyphs, text }): PrintedWord[] => {
    let at = 0
    return text.split(' ').map((word) => {
      const [first, last] = [glyphs[at], glyphs[at + word.length - 1]]
      at += word.length + 1
      const [left, top] = first?.quad[0] ?? [0, 0]
      const [right, bottom] = last?.quad[2] ?? [0, 0]
      const letters = lettersOf(word)
      return {
        hash: hashWord(letters),
        length: letters.length,
        x: left / page.width,
        y: top / page.height,
        width: (right - left) / page.width,
        height: (bottom - top) / page.height,
      }
    })
  })
  return {
    form,
    page: 1,
    pairs: Uint32Array.from(hashWordPairs(texts)),
    words,
    marks: [],
    printsRevision: false,
  }
}

const [example] = forms.values()
const formNamed = (code: string): Form => ({ ...(example as Form), code, revision: null, zones: [] })
const place = formPlacer(new Map(['one', 'other'].map((code) => [code, formNamed(code)])), [
  fingerprintOf('one', [...shared, ...own.one]),
  fingerprintOf('other', [...shared, ...own.other]),
])

// Pages of a family are often read only in part, so that both forms are about as likely by all of their text.
const partOf = (lines: readonly string[], leftOut: (i: number) => boolean) =>
  placed(lines).filter((_, i) => !leftOut(i))

test('a page of a family is the form whose own words it has', () => {
  const half = partOf([...shared, ...own.one], (i) => i === shared.length)
  expect(place(half)?.form.code).toBe('one')
})

test('a page with the words of the family alone is none of its forms', () => {
  expect(place(placed(shared))).toBeUndefined()
})
