import type { CardClass } from '@exempta/knowledge/terms'
import { readAgain } from './check/second-reading.ts'
import { findInTextLayer } from './document/find-in-text-layer.ts'
import type { PageImage } from './document/rasteriser.ts'
import { confirmedLines, textLayerLines } from './document/text-layer-lines.ts'
import type { Shapes } from './document/text-layer-shapes.ts'
import { trustTextLayer } from './document/trust-text-layer.ts'
import { boxesOnPage, findOnPage, isKeptDate } from './find-on-page.ts'
import type { Finding, UncertainArea } from './finding.ts'
import { licensesOnCertificate } from './form/find-licenses.ts'
import { isBlankPage } from './form/ink.ts'
import type { PageReading } from './form/page-reading.ts'
import { type FormOnPage, isOfForm, zonesOn } from './form/place-form.ts'
import { readForm, readUnknownPage } from './form/read-form.ts'
import { nothingSettled, type Settled, settleByLabels, settleFindings } from './form/settle-findings.ts'
import { type Box, boundsOf, centre, isInside, type Quad } from './geometry/quad.ts'
import { findDigitsOffRows } from './page/digits-off-rows.ts'
import { findUnexplainedNumbers, findUnreadDigits } from './page/explain-numbers.ts'
import { findUncertainAreas } from './page/find-uncertain.ts'
import { paperInstead, subjectOf } from './page/kinds-of-papers.ts'
import { isOpenByShape } from './page/open-by-shape.ts'
import type { Word } from './page/piece.ts'
import { survivingWords } from './page/piece.ts'
import { withBlanks } from './page/word-gaps.ts'
import { paintQuads } from './picture/paint-quads.ts'
import type { Glyph, Line } from './reader/text-reader.ts'
import type { Ports, RedactedPage, RedactOptions } from './redaction.ts'
import { Refusal } from './refusal.ts'
import { type FindOptions, findSecrets } from './text/find-secrets.ts'

/** One page: read, painted in place, read again. */

/** Hides what is to be hidden on a page, counted from 1, or refuses it. */
export async function redactPage(
  image: PageImage,
  number: number,
  ports: Ports,
  shapes: Shapes,
  options: RedactOptions,
): Promise<RedactedPage> {
  const { findings, uncertain, lines, form, settled, card, sheet } = options.boxes
    ? await blackOut(image, number, ports, { ...options, boxes: options.boxes })
    : await hideSecrets(image, ports, shapes, options)
  const { width, height } = image.picture
  const confirmed = confirmedLines(lines, heldLines(image), findings)
  const words = survivingWords(confirmed, findings)
  const searchable = searchableWords(
    words.filter(({ quad }) => !settled.isKept(quad)),
    textOptions(options),
  )
  return {
    width,
    height,
    findings,
    uncertain,
    words: words.filter((word) => settled.isKept(word.quad) || searchable.includes(word)),
    ...(!options.boxes && {
      reading: {
        ...(await readingOf(image, form, confirmed, findings, ports, options)),
        ...(sheet !== undefined && { sheet }),
      },
    }),
    ...(card && { card }),
  }
}

const heldLines = ({ characters }: PageImage) => textLayerLines(characters ?? [])[1] ?? []

async function readingOf(
  { picture, characters = [] }: PageImage,
  form: FormOnPage | undefined,
  lines: readonly Line[],
  findings: readonly Finding[],
  { reader: { readLines } }: Ports,
  { withZones, today, signal }: RedactOptions,
): Promise<PageReading> {
  const hidden = findings.map(({ quad }) => quad)
  const reading = await readPage()
  const isCertificate = reading.form !== undefined || reading.fields.length > 0
  const hasNumber = reading.fields.some(({ name }) => name === 'number')
  const isLicense = findings.some(({ kind }) => kind === 'driver-license-number')
  return isCertificate && !hasNumber && isLicense ? { ...reading, hasHiddenLicense: true } : reading

  async function readPage(): Promise<PageReading> {
    if (!form) {
      if (lines.length === 0 && hidden.length === 0 && isBlankPage(picture)) {
        return { notACertificate: 'blank-page', fields: [] }
      }
      const reading = readUnknownPage(lines, hidden, picture)
      const notACertificate = reading.notACertificate ?? paperInstead(lines)
      return notACertificate ? { notACertificate, fields: [] } : reading
    }
    const held = new Set<Glyph>(characters)
    const second = readLines && {
      readPlaces: (places: readonly Quad[]) => readLines(picture, places, { care: 'former', signal }),
      isHeld: (glyph: Glyph) => held.has(glyph),
    }
    const read = await readForm(form, lines, picture, hidden, { second, today })
    if (read.form && withZones) read.form.zones = zonesOn(form, picture)
    return read
  }
}

interface Hidden {
  findings: Finding[]
  uncertain: UncertainArea[]
  /** With blanks between words. */
  lines: Line[]
  form: FormOnPage | undefined
  settled: Settled
  card?: CardClass | undefined
  sheet?: string | undefined
}

const textOptions = ({ hideContactDetails, signal }: RedactOptions) => ({
  contactDetails: hideContactDetails,
  signal,
})

const checkOptions = (options: RedactOptions, settled: Settled) => ({
  ...textOptions(options),
  isWanted: (finding: Finding) => isWantedKind(options, finding.kind) && settled.isHidden(finding),
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
  { reader, placeForm }: Ports,
  options: RedactOptions & { boxes: readonly Box[] },
): Promise<Hidden> {
  const chosen = boxesOnPage(image.picture, number, options.boxes)
  const lines = textLayerLines(image.characters ?? [])[0] ?? []
  const form = placeForm(lines)
  const settled = form ? settleFindings(form, lines, image.picture, options) : nothingSettled
  paint(image, chosen)
  const hidden = { uncertain: [], lines, form, settled }
  if (!options.readAgain || chosen.length === 0) return { ...hidden, findings: chosen }
  const { missed, uncertain } = await readAgain(
    reader,
    image.picture,
    lines,
    chosen,
    checkOptions(options, settled),
  )
  // The owner has checked the page already: what is in doubt now cannot be released.
  if (uncertain.length > 0) throw new Refusal('secret-remains')
  return { ...hidden, findings: [...chosen, ...missed] }
}

async function hideSecrets(
  image: PageImage,
  { reader, placeForm }: Ports,
  shapes: Shapes,
  options: RedactOptions,
): Promise<Hidden> {
  const trusted = options.card ? undefined : await trustTextLayer(image, reader, shapes, options.signal)
  const seen = await findOnPage(reader, image.picture, {
    card: options.card,
    lines: trusted?.lines,
    isTextAlone: trusted?.isTextAlone,
    today: options.today,
    ...(image.isTextOnly && { typedText: image.characters?.map(({ text }) => text).join('') }),
    ...textOptions(options),
  })
  const lines = seen.lines.map((line) => (trusted?.isHeld(line) ? line : withBlanks(image.picture, line)))
  const confirmed = confirmedLines(lines, heldLines(image), seen.findings)
  const form = seen.isCard ? undefined : placeForm(confirmed)
  const settled = form
    ? settleFindings(form, confirmed, image.picture, options)
    : seen.isCard
      ? nothingSettled
      : settleByLabels(confirmed)
  const settledCheck = checkOptions(options, settled)
  const isKept = isKeptDate(seen.keptDates)
  const check = {
    ...settledCheck,
    isWanted: (finding: Finding) => settledCheck.isWanted(finding) && !isKept(finding),
  }
  const licenses =
    seen.isCard || (form && !form.edition) || options.keepDriverLicense
      ? []
      : licensesOnCertificate(withoutLicense(confirmed, seen.findings)).filter(
          (license) => !isOpenByShape(confirmed)(license),
        )
  const findings = [...seen.findings.filter(check.isWanted), ...settled.findings, ...licenses]
  findings.push(...findInTextLayer(image, seen.lines, findings, textOptions(options)).filter(check.isWanted))
  paint(image, findings)
  const asked = seen.findings.flatMap((finding): UncertainArea[] => {
    const expected = isWantedKind(options, finding.kind) ? settled.askedAs(finding) : undefined
    return expected ? [{ expected, quad: finding.quad, reason: 'unexplained' }] : []
  })
  const uncertain = [...seen.uncertain.filter(settled.isUncertain), ...asked]
  const hidden = { lines, form, settled, card: seen.card, sheet: seen.sheet }
  if (seen.isCard || lines.length === 0) return { ...hidden, findings, uncertain }
  const again = await readAgain(reader, image.picture, seen.lines, findings, {
    ...check,
    readNumbers: trusted && ((hidden) => trusted.readAgain(image.picture, hidden)),
  })
  const found = [...findings, ...again.missed]
  return {
    ...hidden,
    findings: found,
    uncertain: [
      ...uncertain,
      ...again.uncertain,
      ...findUncertainAreas(image.picture, seen.lines, found, seen.met).filter(({ expected }) =>
        isWantedKind(options, expected),
      ),
      ...(seen.isDecidedByTable ? [] : unexplainedOn([confirmed, again.lines], found, form, options)),
    ].filter(settled.isUncertain),
  }
}

/** Lines whose own license number is hidden announce no other one. */
function withoutLicense(lines: readonly Line[], findings: readonly Finding[]): Line[] {
  const licenses = findings.filter(({ kind }) => kind === 'driver-license-number')
  return lines.filter(
    ({ glyphs }) => !glyphs.some((glyph) => licenses.some(({ quad }) => isInside(quad, centre(glyph.quad)))),
  )
}

/** Numbers that nothing explains as either reading saw them, and those that nobody could read. */
function unexplainedOn(
  [first, second]: readonly [Line[], Line[]],
  found: readonly Finding[],
  form: FormOnPage | undefined,
  { today }: RedactOptions,
): UncertainArea[] {
  const known = { today, isOfForm: form && isOfForm(form, first) }
  const areas: UncertainArea[] = []
  const add = (more: readonly UncertainArea[]) =>
    areas.push(...more.filter(({ quad }) => !areas.some((area) => isInside(area.quad, centre(quad)))))
  add(findDigitsOffRows(first, found))
  add(findUnexplainedNumbers(first, found, known))
  add(findUnexplainedNumbers(second, found, { today }).filter(({ quad }) => sawMore(second, first, quad)))
  add(findUnreadDigits(first, found, known))
  return areas
}

/** Whether one reading saw digits in an area that the other one did not. Less is seen beside what is painted. */
function sawMore(one: readonly Line[], other: readonly Line[], area: Quad): boolean {
  const digitsOf = (lines: readonly Line[]) =>
    lines
      .flatMap(({ glyphs }) => glyphs)
      .filter(({ text, quad }) => /\d/.test(text) && isInside(area, centre(quad)))
      .map(({ text }) => text)
  const left = digitsOf(other)
  return digitsOf(one).some((digit) => {
    const at = left.indexOf(digit)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

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
  const secrets = findSecrets(text, { ...options, ...subjectOf(words) })
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
