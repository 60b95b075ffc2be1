import { existsSync, readFileSync } from 'node:fs'
import {
  cardSample,
  cardSeeds,
  formSample,
  formSeeds,
  type Half,
  halfOf,
  pageSample,
  pageSeeds,
  paperSample,
  paperSeeds,
  printSample,
  printSeeds,
  type Sample,
} from '../../redaction/corpus/corpus.ts'
import { createRandom } from '../../redaction/corpus/random.ts'
import type { LabelledSecret, Quad } from '../../redaction/corpus/sheet.ts'
import { cachedSample } from './cache.ts'

export interface Sizes {
  cards: number
  forms: number
  /** Pages of text with a card on them. */
  pages: number
  /** Papers of an office, with and without secrets, in each half. */
  papers: Record<Half, number>
  /** Pages with digits that are hard to read. */
  prints: number
}

/** One picture of the corpus, drawn when it is first asked for. */
export interface Job {
  set: 'drawn' | 'shared'
  kind: Sample['kind']
  half: Half
  draw: () => Promise<Sample>
}

/**
 * Every picture to measure, in a fixed order: the most informative ones, which the engine has not seen, come first.
 */
export const jobsOf = ({ cards, forms, pages, papers, prints }: Sizes): Job[] => [
  ...unseenFirst(cardSeeds(cards)).map((seed) => drawn('card', seed, cardSample)),
  ...unseenFirst(formSeeds(forms)).map((seed) => drawn('form', seed, formSample)),
  ...unseenFirst(pageSeeds(pages)).map((seed) => drawn('page', seed, pageSample)),
  ...paperSeeds(papers).map((seed) => drawn('paper', seed, paperSample)),
  ...unseenFirst(printSeeds(prints)).map((seed) => drawn('print', seed, printSample)),
  ...sharedSamples().map((sample): Job => {
    const { kind } = sample
    return { set: 'shared', kind, half: 'tuned', draw: async () => ({ ...sample, half: 'tuned' }) }
  }),
]

const unseenFirst = (seeds: number[]) => seeds.toSorted((a, b) => (a % 2) - (b % 2))

/** Some samples of one kind and half, chosen by a seed: the same ones in every run. */
export function sampleOf(sizes: Sizes, kind: Sample['kind'], half: Half, count?: number): Job[] {
  const random = createRandom(sampleSeed)
  return jobsOf(sizes)
    .filter((job) => job.kind === kind && job.half === half && job.set === 'drawn')
    .map((job) => ({ job, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ job }) => job)
}

const sampleSeed = 28

const drawn = (kind: Sample['kind'], seed: number, draw: (seed: number) => Promise<Sample>): Job => ({
  set: 'drawn',
  kind,
  half: halfOf(seed),
  draw: () => cachedSample(`${kind}-${seed}`, () => draw(seed)),
})

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
function sharedSamples(): Omit<Sample, 'half'>[] {
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

/** The share of the corpus that one run works on, so that several machines or evenings can share it. */
export interface Part {
  /** Counted from 0. */
  index: number
  of: number
}

const wholeCorpus: Part = { index: 0, of: 1 }

export const isMine = ({ index, of }: Part, position: number) => position % of === index

/** Reads `--part=1/3`. */
export function partOf(flags: readonly string[]): Part {
  const flag = flags.find((text) => text.startsWith('--part'))
  if (!flag) return wholeCorpus
  const [, number, of] = /^--part=(\d+)\/(\d+)$/.exec(flag) ?? []
  if (Number(number) >= 1 && Number(number) <= Number(of))
    return { index: Number(number) - 1, of: Number(of) }
  throw new Error(`Write --part=1/3 for the first of three parts, not ${flag}.`)
}
