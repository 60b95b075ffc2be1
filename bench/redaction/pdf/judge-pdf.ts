import type { Redaction } from '@exempta/redaction'
import type { LabelledSecret, Point, Quad } from '../../../redaction/corpus/sheet.ts'
import { textsIn, valuesIn } from '../../../redaction/test/search-pdf.ts'
import type { Job, startEngine } from '../engine-process.ts'
import { score } from '../score.ts'
import type { PdfSample } from './pdf-sample.ts'

type Engine = ReturnType<typeof startEngine>
type Released = Exclude<Redaction, { verdict: 'refused' }>

/** Every secret of a PDF that can still be found in what became of it, with where. */
export async function leaksOf(
  engine: Engine,
  sample: PdfSample,
  result: Redaction,
  reader: Job['reader'],
): Promise<string[]> {
  if (result.verdict === 'refused') return []
  return [
    ...valuesIn(textsIn(result.output), sample.written).map((value) => `${value} as text`),
    ...(await readAgain(engine, sample, result, reader)).map((value) => `${value} in pixels`),
    ...scanLeaks(sample, result),
  ]
}

/** The values that the engine itself can read when it is given its own output. */
async function readAgain(
  engine: Engine,
  { written }: PdfSample,
  { output }: Released,
  reader: Job['reader'],
): Promise<string[]> {
  const { result } = await engine.run({ bytes: output, options: {}, reader })
  if (result.verdict === 'refused') return []
  const words = result.pages.map((page) => page.words.map(({ text }) => text).join(' '))
  const hiddenNow = result.pages
    .flatMap(({ findings }) => findings)
    .filter(({ confidence }) => confidence > 0.9)
  const read = valuesIn({ raw: [], written: words }, written)
  return [...read, ...hiddenNow.map(({ kind }) => kind)]
}

function scanLeaks({ name, scanned }: PdfSample, { pages, verdict }: Released): string[] {
  const page = scanned && pages[scanned.page]
  if (!page) return []
  const secrets = scanned.secrets.map((secret) => inPixels(secret, page))
  const sample = { name, kind: 'form', half: 'unseen', secrets } as const
  return score(sample, { verdict, pages: [page] }).leaks.map((kind) => `${kind} on a scan`)
}

function inPixels(
  secret: LabelledSecret,
  { width, height }: { width: number; height: number },
): LabelledSecret {
  const scale = ([x, y]: Point): Point => [x * width, y * height]
  return {
    ...secret,
    characters: secret.characters.map(({ text, quad }) => ({ text, quad: quad.map(scale) as Quad })),
  }
}
