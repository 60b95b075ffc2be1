import { existsSync, readFileSync } from 'node:fs'
import type { Sample } from '../../redaction/corpus/corpus.ts'
import type { LabelledSecret, Quad } from '../../redaction/corpus/sheet.ts'

const folder = new URL('../../../shared/redaction-set/', import.meta.url)

interface Row {
  file: string
  kind: 'card' | 'form'
  side?: 'front' | 'back'
  secrets: { type: string; digits: { ch: string; quad: Quad }[] }[]
}

const lastFourStay = ['pan', 'ssn']
// Employer numbers are labelled there, and must stay readable.
const openTypes = ['ein']

/** The labelled set beside the repository; empty where there is none. */
export function sharedSamples(): Omit<Sample, 'half'>[] {
  return ['labels-cards.json', 'labels-forms.json']
    .map((name) => new URL(name, folder))
    .filter((url) => existsSync(url))
    .flatMap((url) => JSON.parse(readFileSync(url, 'utf8')) as Row[])
    .map(({ file, kind, side, secrets }) => ({
      name: file,
      kind,
      side,
      bytes: readFileSync(new URL(file, folder)),
      secrets: secrets.filter(({ type }) => !openTypes.includes(type)).map(labelled),
    }))
}

const labelled = ({ type, digits }: Row['secrets'][number]): LabelledSecret => ({
  type,
  keptCount: lastFourStay.includes(type) ? 4 : 0,
  characters: digits.map(({ ch, quad }) => ({ text: ch, quad })),
})
