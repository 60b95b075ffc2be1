/** Finds what a specification says word for word: its routes, its numbers, and the labels and messages, which it capitalizes. */

export interface Unlisted {
  readonly section: string
  readonly line: string
  readonly text: string
}

const route = /(?<![\w./])\/(?:[a-z][\w-]*(?:\/[\w{}-]+)*(?:\?[\w=]+)?)?(?![\w/])/g
const amount = /(?<![\w.])\d(?:[\d.,:*]*\d)?(?:\+|%|[KM]\+|rem|MB)?/g
const capitalized = /(?<![\w/'’-])[A-Z][\w'’]*/g

/** A capital letter says nothing at the start of a sentence, unless the next word has one too. */
const opensSentence = (line: string, at: number) =>
  /(?:^|[.!?]\s+|^\s*-\s+|^\|\s*)$/.test(line.slice(0, at)) &&
  !/^(?!An? )[A-Z]\w*[ &]+[A-Z]/.test(line.slice(at))

/** What a document says that no text of the list accounts for. `textsOf` gives the list for one heading. */
export function* unlisted(
  markdown: string,
  textsOf: (section: string) => readonly string[],
): Generator<Unlisted> {
  let section = ''
  for (const line of markdown.split('\n')) {
    const heading = line.match(/^#+ (.+)$/)?.[1]
    if (heading) {
      section = heading
      continue
    }
    // A short text may be a part of a longer one.
    const longestFirst = [...textsOf(section)].sort((a, b) => b.length - a.length)
    const rest = longestFirst.reduce(strikeOut, line)
    for (const pattern of [route, amount, capitalized]) {
      for (const { 0: text, index } of rest.matchAll(pattern)) {
        if (pattern !== capitalized || !opensSentence(rest, index)) yield { section, line, text }
      }
    }
  }
}

/** The texts and addresses that a document puts between backticks. */
export const quoted = (markdown: string): string[] =>
  [...markdown.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text).filter((text) => / |^\/\w/.test(text))

/** A pattern of exactly this text. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Replaces a text by as many dots, where it isn't a part of a longer word or address. */
function strikeOut(line: string, text: string): string {
  return line.replace(new RegExp(`(?<![\\w/])${literally(text)}(?![\\w/])`, 'g'), (whole) =>
    '·'.repeat(whole.length),
  )
}
