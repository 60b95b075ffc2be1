import { files as editions } from './generated/editions.ts'
import { files } from './generated/fingerprints.ts'
import { type PrintedWord, unpackWords } from './printed-words.ts'
import { readFile } from './read-file.ts'
import { Edition, Fingerprint, type Zone } from './schema.ts'
import { unpackPairs } from './word-pairs.ts'

export interface PageFingerprint {
  form: string
  page: number
  /** Hashes of word pairs, smallest first. */
  pairs: Uint32Array
  /** What is printed on the blank; empty for pages without zones. */
  words: PrintedWord[]
  marks: NonNullable<Fingerprint['pages'][number]['marks']>
  printsRevision: boolean
  /** Of a further blank of the form: what it has instead of the form's own. */
  edition?: { revision: string | null; zones: Zone[] }
}

/** The pages of all learned forms. Large: only what recognizes pages needs them, and no browser loads them. */
export const fingerprints: readonly PageFingerprint[] = [
  ...Object.entries(files).flatMap(([name, file]) =>
    unpackFingerprint(readFile(`fingerprints/${name}.json`, Fingerprint, file)),
  ),
  ...Object.entries(editions).flatMap(([name, file]) =>
    unpackEdition(readFile(`editions/${name}.json`, Edition, file)),
  ),
]

export function unpackFingerprint({ code, pages }: Fingerprint): PageFingerprint[] {
  return pages.map(({ page, pairs, words = '', marks = [], printsRevision = false }) => ({
    form: code,
    page,
    pairs: unpackPairs(pairs),
    words: unpackWords(words),
    marks,
    printsRevision,
  }))
}

/** The pages of a further blank of a form. */
export function unpackEdition({ zones, ...fingerprint }: Edition): PageFingerprint[] {
  const edition = { revision: fingerprint.revision, zones }
  return unpackFingerprint(fingerprint).map((page) => ({ ...page, edition }))
}
