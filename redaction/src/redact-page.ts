import { searchableWords } from './check/searchable-words.ts'
import { readAgain } from './check/second-reading.ts'
import { findInTextLayer } from './document/find-in-text-layer.ts'
import type { PageImage } from './document/rasteriser.ts'
import { confirmedLines, textLayerLines } from './document/text-layer-lines.ts'
import type { Shapes } from './document/text-layer-shapes.ts'
import { trustTextLayer } from './document/trust-text-layer.ts'
import { boxesOnPage, findOnPage } from './page/find-on-page.ts'
import { findUncertainAreas } from './page/find-uncertain.ts'
import { survivingWords } from './page/piece.ts'
import { withBlanks } from './page/word-gaps.ts'
import { paintQuads } from './picture/paint-quads.ts'
import type { Line, TextReader } from './reader/text-reader.ts'
import {
  type Box,
  type Finding,
  type RedactedPage,
  type RedactOptions,
  Refusal,
  type UncertainArea,
} from './redaction.ts'

/** One page: read, painted in place, read again. */

/** Hides what is to be hidden on a page, counted from 1, or refuses it. */
export async function redactPage(
  image: PageImage,
  number: number,
  reader: TextReader,
  shapes: Shapes,
  options: RedactOptions,
): Promise<RedactedPage> {
  const { findings, uncertain, lines } = options.boxes
    ? await blackOut(image, number, reader, { ...options, boxes: options.boxes })
    : await hideSecrets(image, reader, shapes, options)
  const { width, height } = image.picture
  const [, held = []] = textLayerLines(image.characters ?? [])
  const words = survivingWords(confirmedLines(withBlanks(image.picture, lines), held, findings), findings)
  return { width, height, findings, uncertain, words: searchableWords(words, textOptions(options)) }
}

interface Hidden {
  findings: Finding[]
  uncertain: UncertainArea[]
  lines: Line[]
}

const textOptions = ({ hideContactDetails, signal }: RedactOptions) => ({
  contactDetails: hideContactDetails,
  signal,
})

const checkOptions = (options: RedactOptions) => ({
  ...textOptions(options),
  isWanted: ({ kind }: Finding) => isWantedKind(options, kind),
})

const isWantedKind = ({ keepDriverLicense }: RedactOptions, kind: Finding['kind']) =>
  !(keepDriverLicense && kind === 'driver-license-number')

const paint = ({ picture }: PageImage, findings: readonly Finding[]) =>
  paintQuads(
    picture,
    findings.map(({ quad }) => quad),
  )

/** The file is one of ours: its text layer holds what stayed readable on its pages. */
async function blackOut(
  image: PageImage,
  number: number,
  reader: TextReader,
  options: RedactOptions & { boxes: readonly Box[] },
): Promise<Hidden> {
  const chosen = boxesOnPage(image.picture, number, options.boxes)
  paint(image, chosen)
  const lines = textLayerLines(image.characters ?? [])[0] ?? []
  if (!options.readAgain || chosen.length === 0) return { findings: chosen, uncertain: [], lines }
  const { missed, uncertain } = await readAgain(reader, image.picture, lines, chosen, checkOptions(options))
  // The owner has checked the page already: what is in doubt now cannot be released.
  if (uncertain.length > 0) throw new Refusal('secret-remains')
  return { findings: [...chosen, ...missed], uncertain: [], lines }
}

async function hideSecrets(
  image: PageImage,
  reader: TextReader,
  shapes: Shapes,
  options: RedactOptions,
): Promise<Hidden> {
  const { isWanted } = checkOptions(options)
  const trusted = options.card ? undefined : await trustTextLayer(image, reader, shapes, options.signal)
  const seen = await findOnPage(reader, image.picture, {
    card: options.card,
    lines: trusted?.lines,
    isTextAlone: trusted?.isTextAlone,
    ...(image.isTextOnly && { typedText: image.characters?.map(({ text }) => text).join('') }),
    ...textOptions(options),
  })
  const findings = seen.findings.filter(isWanted)
  findings.push(...findInTextLayer(image, seen.lines, findings, textOptions(options)).filter(isWanted))
  paint(image, findings)
  const { uncertain } = seen
  if (seen.isCard || seen.lines.length === 0) return { findings, uncertain, lines: seen.lines }
  const again = await readAgain(reader, image.picture, seen.lines, findings, {
    ...checkOptions(options),
    readNumbers: trusted && ((hidden) => trusted.readAgain(image.picture, hidden)),
  })
  const found = [...findings, ...again.missed]
  return {
    findings: found,
    uncertain: [
      ...uncertain,
      ...again.uncertain,
      ...findUncertainAreas(image.picture, seen.lines, found).filter(({ expected }) =>
        isWantedKind(options, expected),
      ),
    ],
    lines: seen.lines,
  }
}
