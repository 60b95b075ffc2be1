import { files } from './generated/fingerprints.ts'
import { type PrintedWord, unpackWords } from './printed-words.ts'
import { readFile } from './read-file.ts'
import { Fingerprint } from './schema.ts'
import { unpackPairs } from './word-pairs.ts'

export interface PageFingerprint {
  form: string
  page: number
  /** Hashes of word pairs, smallest first. */
  pairs: Uint32Array
  /** What is printed on the blank; empty for pages without zones. */
  words: PrintedWord[]
  marks: NonNullable<Fingerprint['pages'][number]['marks']>
}

/** The pages of all learned forms. Large: only what recognizes pages needs them, and no browser loads them. */
export const fingerprints: readonly PageFingerprint[] = Object.entries(files).flatMap(([name, file]) =>
  unpackFingerprint(readFile(`fingerprints/${name}.json`, Fingerprint, file)),
)

export function unpackFingerprint({ code, pages }: Fingerprint): PageFingerprint[] {
  return pages.map(({ page, pairs, words = '', marks = [] }) => ({
    form: code,
    page,
    pairs: unpackPairs(pairs),
    words: unpackWords(words),
    marks,
  }))
}
