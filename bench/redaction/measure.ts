import { cardSample, cardSeeds, formSample, formSeeds, type Sample } from './corpus/corpus.ts'
import { startEngine } from './engine-process.ts'
import { figuresOf } from './figures.ts'
import { type Score, score } from './score.ts'
import { sharedSamples } from './shared-set.ts'
import { isTesseractInstalled } from './tesseract-reader.ts'

export interface Sizes {
  cards: number
  forms: number
  /** Every so many files are also read by Tesseract. */
  tesseractEvery: number
}

type Print = (line: string) => void

/** Runs the engine over the drawn corpus and the shared set; gives every figure. */
export async function measure(sizes: Sizes, print: Print): Promise<Record<string, number>> {
  const engine = startEngine()
  let peakMegabytes = 0
  const judge = async (sample: Sample, reader: 'product' | 'tesseract') => {
    const answer = await engine.run({
      bytes: sample.bytes,
      options: sample.side ? { card: sample.side } : {},
      reader,
    })
    peakMegabytes = Math.max(peakMegabytes, reader === 'product' ? answer.peakMegabytes : 0)
    return score(sample, answer.result, answer)
  }
  const withTesseract = isTesseractInstalled()
  const scores: Score[] = []
  const rivals: { ours: Score; theirs: Score }[] = []
  for await (const [index, sample] of samples(sizes)) {
    const ours = await judge(sample, 'product')
    if (ours.leaks.length > 0) print(`  ${sample.name}: still readable: ${ours.leaks.join(', ')}`)
    scores.push(ours)
    if (withTesseract && index % sizes.tesseractEvery === 0) {
      rivals.push({ ours, theirs: await judge(sample, 'tesseract') })
    }
  }
  const shared: Score[] = []
  for (const sample of sharedSamples()) shared.push(await judge({ ...sample, half: 'tuned' }, 'product'))
  engine.stop()
  return {
    ...partsOf(
      'cards',
      scores.filter(({ sample }) => sample.kind === 'card'),
    ),
    ...partsOf(
      'forms',
      scores.filter(({ sample }) => sample.kind === 'form'),
    ),
    ...figuresOf(
      'shared.cards',
      shared.filter(({ sample }) => sample.kind === 'card'),
    ),
    ...figuresOf(
      'shared.forms',
      shared.filter(({ sample }) => sample.kind === 'form'),
    ),
    ...figuresOf(
      'sameFiles.product',
      rivals.map(({ ours }) => ours),
    ),
    ...figuresOf(
      'sameFiles.tesseract',
      rivals.map(({ theirs }) => theirs),
    ),
    peakMegabytes,
  }
}

const partsOf = (name: string, scores: Score[]) => ({
  ...figuresOf(
    `${name}.tuned`,
    scores.filter(({ sample }) => sample.half === 'tuned'),
  ),
  ...figuresOf(
    `${name}.unseen`,
    scores.filter(({ sample }) => sample.half === 'unseen'),
  ),
})

async function* samples({ cards, forms }: Sizes): AsyncGenerator<[number, Sample]> {
  let index = 0
  for (const seed of cardSeeds(cards)) yield [index++, await cardSample(seed)]
  for (const seed of formSeeds(forms)) yield [index++, await formSample(seed)]
}
