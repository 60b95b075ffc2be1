import { describe, expect, it } from 'vitest'
import { limits } from '../../server/src/platform/limits.ts'
import { ManyLines, OneLine, orNothing } from './text.ts'

const oneLine = OneLine(1000)
const manyLines = ManyLines(1000)

// Each row: the behavior, the typed text, and how it is stored as one line and as several.
const cleaned: [what: string, typed: string, asOneLine: string, asManyLines: string][] = [
  ['ordinary text', 'Maple Street Supply', 'Maple Street Supply', 'Maple Street Supply'],
  ['nothing', '', '', ''],
  ['blanks alone', ' \t\n\u00a0 ', '', ''],
  ['blanks around it', '  Rosa  ', 'Rosa', 'Rosa'],
  ['two blanks inside', 'Rosa  Lind', 'Rosa Lind', 'Rosa  Lind'],
  ['a tab', 'Rosa\tLind', 'Rosa Lind', 'Rosa Lind'],
  ['a no-break space', 'Rosa\u00a0Lind', 'Rosa Lind', 'Rosa Lind'],
  ['an ideographic space', 'Rosa\u3000Lind', 'Rosa Lind', 'Rosa Lind'],
  ['a line break', 'one\ntwo', 'one two', 'one\ntwo'],
  ['a line break of Windows', 'one\r\ntwo', 'one two', 'one\ntwo'],
  ['a line break of an old Mac', 'one\rtwo', 'one two', 'one\ntwo'],
  ['a vertical tab and a form feed', 'one\vtwo\fthree', 'one two three', 'one\ntwo\nthree'],
  ['a next-line character', 'one\u0085two', 'one two', 'one\ntwo'],
  ['a line and a paragraph separator', 'one\u2028two\u2029three', 'one two three', 'one\ntwo\nthree'],
  ['blanks at the ends of lines', 'one \t\ntwo  ', 'one two', 'one\ntwo'],
  ['an indented line', 'list:\n  - one\n\t- two', 'list: - one - two', 'list:\n  - one\n - two'],
  ['two empty lines', 'one\n\n\ntwo', 'one two', 'one\n\n\ntwo'],
  ['more than two empty lines', 'one\n\n \n\t\n\n\ntwo', 'one two', 'one\n\n\ntwo'],
  ['empty lines around it', '\n\none\n\n', 'one', 'one'],
  ['control characters', 'a\u0007b\u0008c\u001bd\u007fe\u009ff', 'abcdef', 'abcdef'],
  ['a text that turns its direction around', 'a\u202egpj.exe\u202c', 'agpj.exe', 'agpj.exe'],
  ['direction marks and isolates', '\u200eR\u2066os\u2069a\u061c', 'Rosa', 'Rosa'],
  ['a byte order mark and zero-width spaces', '\ufeffRo\u200bs\u2060a\ufeff', 'Rosa', 'Rosa'],
  ['a soft hyphen', 'cer\u00adtificate', 'certificate', 'certificate'],
  ['letters that are not seen', '\u3164\u115f\uffa0', '', ''],
  ['a joiner between Latin letters', 'Ro\u200dsa', 'Rosa', 'Rosa'],
  ['joiners and a variation selector alone', '\u200d\u200c\ufe0f', '', ''],
  ['hidden tag letters', 'Rosa\u{e0041}\u{e0042}', 'Rosa', 'Rosa'],
  ['an emoji of several people', '👩‍👩‍👧', '👩‍👩‍👧', '👩‍👩‍👧'],
  ['an emoji with a skin color and a job', '🧑🏽‍💻', '🧑🏽‍💻', '🧑🏽‍💻'],
  ['emoji with variation selectors', '❤️‍🔥 🏳️‍🌈 ☎️ 1️⃣', '❤️‍🔥 🏳️‍🌈 ☎️ 1️⃣', '❤️‍🔥 🏳️‍🌈 ☎️ 1️⃣'],
  ['a flag of tag letters', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['a Persian word with a non-joiner', 'می‌خواهم', 'می‌خواهم', 'می‌خواهم'],
  ['a Hindi word with a joiner', 'क्‍ष', 'क्‍ष', 'क्‍ष'],
  ['letters with separate accents', 'Jose\u0301', 'Jos\u00e9', 'Jos\u00e9'],
  ['a separate accent behind a hidden character', 'Jose\u200b\u0301', 'Jos\u00e9', 'Jos\u00e9'],
  [
    'names of other scripts',
    'Ōkubo 山田 Łukasz Владимир',
    'Ōkubo 山田 Łukasz Владимир',
    'Ōkubo 山田 Łukasz Владимир',
  ],
  ['markup', '<b>"A" & B</b>', '<b>"A" & B</b>', '<b>"A" & B</b>'],
]

describe('what people type is cleaned', () => {
  it.each(cleaned)('%s, as one line', (_what, typed, asOneLine) => {
    expect(oneLine.parse(typed)).toBe(asOneLine)
    expect(oneLine.parse(asOneLine), 'cleaning twice').toBe(asOneLine)
  })

  it.each(cleaned)('%s, as several lines', (_what, typed, _asOneLine, asManyLines) => {
    expect(manyLines.parse(typed)).toBe(asManyLines)
    expect(manyLines.parse(asManyLines), 'cleaning twice').toBe(asManyLines)
  })
})

const messageOf = (schema: typeof oneLine, typed: unknown) =>
  schema.safeParse(typed).error?.issues[0]?.message
const unusual = 'Please remove the characters that can’t be used here'

it.each([
  ['a zero character', oneLine, 'a\0b', unusual],
  ['a zero character in several lines', manyLines, 'a\0b', unusual],
  ['half of a surrogate pair', oneLine, 'a\ud83db', unusual],
  ['half of a surrogate pair in several lines', manyLines, '\udc69', unusual],
  [
    'nothing where something is needed',
    OneLine(5, { missing: 'Please enter a name' }),
    '',
    'Please enter a name',
  ],
  [
    'invisible characters alone',
    OneLine(5, { missing: 'Please enter a name' }),
    '\u200b\t',
    'Please enter a name',
  ],
  ['empty lines alone', ManyLines(5, { missing: 'Please give a reason' }), '\n \n', 'Please give a reason'],
  ['too many characters', OneLine(5), '123456', 'Please use at most 5 characters'],
  [
    'too many characters, in other words',
    OneLine(5, { tooLong: 'Shorter, please' }),
    '123456',
    'Shorter, please',
  ],
  ['too many characters in several lines', ManyLines(5), '12\n456', 'Please use at most 5 characters'],
])('refuses %s', (_what, schema, typed, message) => {
  expect(messageOf(schema, typed)).toBe(message)
})

it.each([
  ['blanks around it', OneLine(5), '   12345   ', '12345'],
  ['runs of blanks', OneLine(5), '1 \t\n 345', '1 345'],
  ['invisible characters', OneLine(5), '\u200b12\u200b345\u200b', '12345'],
  ['an accent of its own', OneLine(1), 'e\u0301', '\u00e9'],
  ['line breaks of Windows', ManyLines(5), '12\r\n45\r\n', '12\n45'],
])('counts the length after cleaning: %s', (_what, schema, typed, kept) => {
  expect(schema.parse(typed)).toBe(kept)
})

it('stores null for a field that is empty after cleaning', () => {
  const field = orNothing(OneLine(5))
  expect([field.parse(null), field.parse(' \u200b'), field.parse(' a ')]).toEqual([null, null, 'a'])
})

it.each([
  ['blanks', ' '],
  ['line breaks', '\n'],
  ['blanks and line breaks', ' \n'],
  ['accents', '\u0301'],
  ['zero-width joiners', '\u200d'],
  ['letters with joiners', 'e\u200d'],
  ['hidden tag letters', '\u{1f3f4}\u{e0041}'],
])('cleans a request full of %s in linear time', (_what, piece) => {
  // A backtracking pattern would take hours here and time the test out.
  const typed = `a${piece.repeat(limits.jsonBodyMaxBytes / piece.length)}b`
  const kept = [OneLine(typed.length), ManyLines(typed.length)].map((schema) => schema.parse(typed))
  expect(kept.map((text) => text.at(-1))).toEqual(['b', 'b'])
})
