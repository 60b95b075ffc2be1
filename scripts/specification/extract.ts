/** Finds what a specification says word for word: its routes, its numbers, and the labels and messages, which it capitalizes. */

export interface Specified {
  readonly section: string
  readonly line: string
  readonly text: string
}

const route = /(?<![\w./])\/(?:[a-z][\w-]*(?:\/[\w{}-]+)*(?:\?[\w=]+)?)?(?![\w/])/g
const amount = /(?<![\w.])\d[\d.,:*]*(?:\+|%|rem|K\+|M\+)?(?:\/\d+)?/g
const capitalized = /(?<![\w/'’-])[A-Z][\w'’]*/g

/** A capital letter says nothing at the start of a sentence, unless another word with one follows. */
const opensSentence = (line: string, at: number) =>
  /(?:^|[.!?]\s+|^\s*-\s+|^\|\s*)$/.test(line.slice(0, at)) && !/^[A-Z]\w*[ /&]+[A-Z]/.test(line.slice(at))

/** The lines of a document with the heading above them; what quotes messages has no sentences. */
function* linesOf(document: string, markdown: string) {
  let section = ''
  for (const line of markdown.split('\n')) {
    const heading = line.match(/^#+ (.+)$/)?.[1]
    if (heading) section = `${document}: ${heading}`
    else if (line.trim()) yield { section, line }
  }
}

/** What remains of a line once the listed texts are struck out. */
export function* unlisted(
  document: string,
  markdown: string,
  listed: readonly { section: string; text: string }[],
): Generator<Specified> {
  const longestFirst = [...listed].sort((a, b) => b.text.length - a.text.length)
  for (const { section, line } of linesOf(document, markdown)) {
    const own = longestFirst.filter((row) => section.startsWith(row.section))
    const rest = own.reduce((rest, { text }) => strike(rest, text), line)
    for (const pattern of [route, amount, capitalized])
      for (const found of rest.matchAll(pattern))
        if (pattern !== capitalized || !opensSentence(rest, found.index))
          yield { section, line, text: found[0] }
  }
}

/** Replaces a text by as many dashes, where it isn't part of a longer word or path. */
function strike(line: string, text: string): string {
  const literal = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return line.replace(new RegExp(`(?<![\\w/])${literal}(?![\\w/])`, 'g'), (whole) => '‑'.repeat(whole.length))
}
