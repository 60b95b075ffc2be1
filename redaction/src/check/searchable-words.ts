import { boundsOf } from '../geometry/quad.ts'
import { isTaxForm } from '../page/kinds-of-papers.ts'
import type { Word } from '../page/piece.ts'
import { type FindOptions, findSecrets } from '../text/find-secrets.ts'

/** Words that may be written beside the picture: plain rules over them find no secret, in whichever order they stand. */
export function searchableWords(words: readonly Word[], options: FindOptions): Word[] {
  const found = new Set([...secretWords(words, options), ...secretWords(inRows(words), options)])
  if (found.size === 0) return [...words]
  // What was apart may now stand side by side.
  return searchableWords(
    words.filter((word) => !found.has(word)),
    options,
  )
}

function secretWords(words: readonly Word[], options: FindOptions): Word[] {
  const ends: number[] = []
  let text = ''
  for (const word of words) {
    text += `${word.text} `
    ends.push(text.length - 1)
  }
  const secrets = findSecrets(text, { ...options, isTaxForm: isTaxForm(words) })
  return words.filter((word, i) => {
    const end = ends[i] as number
    return secrets.some((secret) => secret.start < end && end - word.text.length < secret.end)
  })
}

/** As a program that copies text out of a page would give them: row by row, from left to right. */
function inRows(words: readonly Word[]): Word[] {
  const placed = words.map((word) => ({ word, ...boundsOf([word.quad]) }))
  placed.sort((a, b) => a.top + a.bottom - b.top - b.bottom)
  const rows: (typeof placed)[] = []
  for (const one of placed) {
    const row = rows[rows.length - 1]
    const first = row?.[0]
    const isLevel = first && one.top + one.bottom < 2 * first.bottom
    if (row && isLevel) row.push(one)
    else rows.push([one])
  }
  return rows.flatMap((row) => row.sort((a, b) => a.left - b.left).map(({ word }) => word))
}
