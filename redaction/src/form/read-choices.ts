/**
 * Marks on forms whose blank we don't know. What is chosen stands behind a box, and the box of the choice that is marked
 * is darker than those of the others. The owner always checks what was read this way.
 */
import type { FieldName, Reason } from '@exempta/knowledge/terms'
import { centre, heightOf, isInside, type Point, type Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { inkShare } from './ink.ts'
import type { ReadField } from './page-reading.ts'

interface Choice {
  field: FieldName
  value: string
  words: RegExp
}

const choice = (field: FieldName, value: string, words: string): Choice => ({
  field,
  value,
  words: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:the )?(?:${words})`, 'giu'),
})
const reason = (value: Reason, words: string) => choice('reason', value, words)

const choices: readonly Choice[] = [
  choice(
    'single',
    'yes',
    'single[- ](?:purchase|use|transaction|certificate|sale)|one[- ](?:time|purchase|transaction|invoice|order)|this (?:purchase|transaction|order|invoice|sale)|for one (?:purchase|transaction|invoice|order)|individual purchase',
  ),
  choice(
    'blanket',
    'yes',
    'blanket|continu(?:ous|ing)|multiple (?:purchases|transactions)|all (?:future |subsequent |my |our )?(?:purchases|transactions|orders)|until (?:revoked|cancell?ed)|standing certificate|recurring',
  ),
  reason('resale', 'resale|re-sale|for resale|to be resold|purchase for resale|wholesale(?! trade)'),
  reason('federal-government', '(?:federal|u\\.? ?s\\.?|united states) government'),
  reason(
    'state-government',
    '(?:state|local|state or local|state and local|municipal) (?:government|agency)|government(?:al)? (?:agency|entity|unit)',
  ),
  reason('tribal', 'tribal|(?:native )?american indian|indian tribe'),
  reason('diplomat', '(?:foreign )?diplomat'),
  reason('charity', 'charitable|charity|nonprofit|non-profit|501\\(c\\)'),
  reason('religious', 'religious|church'),
  reason('education', '(?:public |private |nonprofit )?(?:school|educational?)'),
  reason('agriculture', 'agricultur|farm'),
  reason('industrial', 'industrial|manufactur'),
  reason('direct-pay', 'direct[- ]pay'),
  reason('direct-mail', 'direct[- ]mail'),
]

// In heights of a line, from the first letter of the words leftward.
const box = { from: 0.1, to: 2.4, up: 0.75 }
// Between the mark or its box and the words.
const widestGap = 2.2
const ahead = { ink: 0.05, times: 1.35 }
const least = 0.06
const mostInk = 0.75

const isCross = (text: string) => /^[x×✓✔✗✘☑☒]$/i.test(text)
/** Signs that boxes are read as, and brackets around one. */
const isBoxLike = (text: string) => /^[☐□❑❏▢◻○[\](){}|_*•·\-.]$/u.test(text)

interface Place {
  choice: Choice
  quad: Quad
  cross: Glyph | undefined
  ink: number
}

/** Only what is clearly marked: one of several boxes that is darker than the others, or a cross that was read. */
export function readChoices(
  lines: readonly Line[],
  picture: Picture | undefined,
  hidden: readonly Quad[],
): ReadField[] {
  const places = lines.flatMap((line) =>
    choices.flatMap((one) => placesOf(one, line, lines, picture, hidden)),
  )
  return [
    places.filter(({ choice: { field } }) => field !== 'reason'),
    places.filter(({ choice: { field } }) => field === 'reason'),
  ].flatMap((group): ReadField[] => {
    const marked = markedOf(group)
    if (!marked) return []
    const { choice, quad, cross } = marked
    const { field: name, value } = choice
    return [{ name, position: 0, value, quad: cross?.quad ?? quad, confidence: 0.5, isSure: false }]
  })
}

function markedOf(group: readonly Place[]): Place | undefined {
  const crossed = group.filter(({ cross }) => cross)
  const values = new Set(crossed.map(({ choice }) => choice.field + choice.value))
  if (values.size > 1) return undefined
  if (crossed[0]) return crossed[0]
  const [first, ...others] = group.toSorted((a, b) => b.ink - a.ink)
  const second = others.find(({ choice }) => choice !== first?.choice)
  const isMarked =
    first &&
    second &&
    first.ink >= least &&
    first.ink < mostInk &&
    first.ink >= second.ink + ahead.ink &&
    first.ink >= ahead.times * second.ink
  return isMarked ? first : undefined
}

function placesOf(
  choice: Choice,
  line: Line,
  lines: readonly Line[],
  picture: Picture | undefined,
  hidden: readonly Quad[],
): Place[] {
  return [...line.text.matchAll(choice.words)].flatMap((match): Place[] => {
    const first = line.glyphs[match.index]
    if (!first) return []
    const height = heightOf(first.quad)
    const area = leftOf(first.quad, height)
    const around = lines
      .flatMap(({ glyphs }) => glyphs)
      .filter(({ text, quad }) => text.trim() !== '' && isInside(area, centre(quad)))
    const before = wordBefore(line, match.index)
    const cross = around.find((glyph) => isCross(glyph.text) && !isInText(glyph, lines))
    // Behind another word it's a part of a text, not a choice.
    const isText = before !== undefined && !before.isMark && before.apart < widestGap * height
    if (isText && !cross) return []
    if (isText && before && !isLoneCross(before.text)) return []
    if (hidden.some((quad) => isInside(quad, centre(area)))) return []
    const ink = picture ? inkShare(picture, area) : 0
    return [{ choice, quad: area, cross, ink }]
  })
}

const isLoneCross = (word: string) => /^[[(|]?[x×✓✔✗✘☑☒][\])|]?$/iu.test(word)

function wordBefore(line: Line, at: number): { text: string; isMark: boolean; apart: number } | undefined {
  const word = /(\S+)\s*$/u.exec(line.text.slice(0, at))
  const first = line.glyphs[at]
  if (!word || !first) return undefined
  const last = line.glyphs[word.index + (word[1]?.length ?? 1) - 1]
  const text = word[1] ?? ''
  const apart = last ? Math.hypot(first.quad[0][0] - last.quad[1][0], first.quad[0][1] - last.quad[1][1]) : 0
  // Lists of choices are numbered: "A.", "(3)".
  const isMark =
    isLoneCross(text) ||
    [...text].every(isBoxLike) ||
    /^\(?(?:\d{1,2}|[a-z])[.)]$/i.test(text) ||
    (text.length === 1 && !/\d/.test(text) && text !== 'a')
  return { text, isMark, apart }
}

// In heights of a line: letters behind a word, like those of "Unit X", stand as near as the next word would.
const behindWord = 0.8

/** A letter of a word, or right behind one. */
function isInText(glyph: Glyph, lines: readonly Line[]): boolean {
  const glyphs = lines.find((line) => line.glyphs.includes(glyph))?.glyphs ?? []
  const at = glyphs.indexOf(glyph)
  const isLetter = (one: Glyph | undefined) =>
    one !== undefined && /[\p{L}\p{N}]/u.test(one.text) && !isBoxLike(one.text)
  const before = glyphs.slice(0, Math.max(0, at)).findLast(({ text }) => text !== ' ')
  const apart = before
    ? Math.hypot(glyph.quad[0][0] - before.quad[1][0], glyph.quad[0][1] - before.quad[1][1])
    : 0
  return (
    isLetter(glyphs[at - 1]) ||
    isLetter(glyphs[at + 1]) ||
    (isLetter(before) && apart < behindWord * heightOf(glyph.quad))
  )
}

/** Where the box of a choice would be, of its first letter. */
function leftOf([a, b, , d]: Quad, height: number): Quad {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
  const middle: Point = [(a[0] + d[0]) / 2, (a[1] + d[1]) / 2]
  const at = (back: number, up: number): Point => [
    middle[0] - ux * back * height + uy * up * height,
    middle[1] - uy * back * height - ux * up * height,
  ]
  return [at(box.to, box.up), at(box.from, box.up), at(box.from, -box.up), at(box.to, -box.up)]
}
