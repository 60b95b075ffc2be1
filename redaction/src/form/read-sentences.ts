/** Reads certificates that are sentences with blanks: "I, ____, of ____, hereby certify that permit number ____ …". */
import type { FieldName } from '@exempta/knowledge/terms'
import type { Row } from '../page/rows.ts'
import type { Glyph } from '../reader/text-reader.ts'
import type { LabelledValue } from './label-values.ts'
import { isProse } from './label-words.ts'

interface Character {
  text: string
  glyph: Glyph | undefined
}

/** Stands where a blank begins or ends: a gap that is wider than one between words. */
const gap = '¦'

// A value ends at the next gap, or where the sentence plainly goes on.
const on = String.raw`(?=\s*(?:${gap}|_|\n|,? (?:of|located at|whose address|hereby|certif|doing business|is (?:engaged|registered|in the)|am |and (?:that|is|am)|will be|are for|for (?:resale|use)|on or after|to be|dated)\b|$))`
const start = String.raw`(?:the )?(?<value>[\p{Lu}\p{N}]`
// As far as the blank goes, or else to where the sentence plainly goes on.
const name = String.raw`${start}[^${gap}_(\n]{1,70})(?=[^\S\n]*[,.;]?[^\S\n]*(?:${gap}|_|\n))`
const nameAhead = String.raw`${start}[^${gap}_(\n]{1,90}?)${on}`
const number = String.raw`(?<value>(?=[^\s]*\d)[A-Z0-9][A-Z0-9./-]{2,24}(?: [A-Z0-9.-]*\d[A-Z0-9.-]*){0,3})`
const day = String.raw`(?<value>(?:\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4}|\p{L}{3,9}\.? \d{1,2},? \d{4}|\d{1,2}(?:st|nd|rd|th)? (?:day of )?\p{L}{3,9},? ?\d{4}))`
const blank = String.raw`[\s_:${gap}]*`

const pattern = (field: FieldName, before: string, value: string) => ({
  field,
  sentence: new RegExp(
    String.raw`(?<![\p{L}])(?:${before.replaceAll(' ', String.raw`\s`)})${blank}${value}`,
    'u',
  ),
})

const sentences = [
  ...[name, nameAhead].flatMap((name) => [
    pattern(
      'purchaser',
      '[Tt]he undersigned(?: purchaser| buyer)?,?|I,|[Ww]e,|I(?:,)? hereby (?:certify|state|declare) that|[Cc]ertif(?:y|ies) that',
      name,
    ),
    pattern(
      'seller',
      String.raw`(?:purchas|b[uo]y|bought|acquir|order|obtain)[\p{L}]*\b[^.${gap}]{0,60}? from|sold (?:to (?:me|us) )?by|[Tt]o (?:our|my|the) (?:supplier|vendor|seller|retailer)s?`,
      name,
    ),
    pattern(
      'purchaser-address',
      'located at|whose (?:business )?address is|, of|doing business at|with (?:its )?(?:principal )?place of business at',
      name,
    ),
  ]),
  pattern(
    'number',
    String.raw`(?:[Pp]ermit|[Aa]ccount|[Rr]egistration|[Cc]ertificate|[Ee]xempt(?:ion)?|[Ll]icense|[Tt]ax(?:payer)?|I(?:\.)?D(?:\.)?|[Ii]dentification)(?: [\p{L}.]+){0,2} (?:[Nn]umber|[Nn]o\.?|#|I\.?D\b\.?)(?: is| are|:)?`,
    number,
  ),
  pattern('signed-on', '[Dd]ated(?: this)?|[Ss]igned (?:on|this(?: day)?)|on this(?: day)?', day),
]

export function valuesInSentences(rows: readonly Row[]): LabelledValue[] {
  const characters = flowOf(rows)
  const text = characters.map((one) => one.text).join('')
  return sentences.flatMap(({ field, sentence }): LabelledValue[] => {
    const match = sentence.exec(text)
    const value = match?.groups?.value?.replace(/[\s,;:]+$/, '')
    if (!match || !value || isProse(value) || /^I /.test(value) || !isInBlank(text, match, value)) return []
    const start = match.index + match[0].indexOf(value, match[0].length - (match.groups?.value?.length ?? 0))
    const glyphs = characters.slice(start, start + value.length).flatMap(({ glyph }) => glyph ?? [])
    return glyphs.length > 0 ? [{ field, text: value, glyphs }] : []
  })
}

/** Print goes on without a gap; what is written into a blank has one before or behind it, or stands alone behind a colon. */
function isInBlank(text: string, match: RegExpExecArray, value: string): boolean {
  const start = match.index + match[0].lastIndexOf(value)
  if (/:\s*\n\s*$/.test(text.slice(0, start)) && /^[\s,.;]*\n/.test(text.slice(start + value.length)))
    return true
  return /[¦_]\s*$/.test(text.slice(0, start)) || /^[\s,.;]*[¦_]/.test(text.slice(start + value.length))
}

// In heights of a line.
const widerThanBlank = 0.8

/** The page as one text, with marks where gaps are. */
function flowOf(rows: readonly Row[]): Character[] {
  const flow: Character[] = []
  const add = (text: string, glyph?: Glyph) => flow.push({ text, glyph })
  for (const row of rows) {
    for (const [i, piece] of row.entries()) {
      if (i > 0) for (const text of ` ${gap} `) add(text)
      let before: Glyph | undefined
      for (const [at, glyph] of piece.glyphs.entries()) {
        if (glyph.text.trim() === '') {
          add(' ')
          continue
        }
        const apart = before
          ? Math.hypot(glyph.quad[0][0] - before.quad[1][0], glyph.quad[0][1] - before.quad[1][1])
          : 0
        if (apart > widerThanBlank * piece.height && at > 0) for (const text of `${gap} `) add(text)
        for (const text of glyph.text) add(text, glyph)
        before = glyph
      }
    }
    add('\n')
  }
  return flow
}
