import { readFileSync } from 'node:fs'
import { findSecrets } from '../../src/text/index.ts'

/**
 * Precision and recall of the text rules on lines of tax-form wording. What must be hidden stands in «marks»; ⏎ is a
 * new line. Lines in even places were never looked at while the rules were tuned.
 */

interface WordingLine {
  text: string
  /** The characters that must be hidden. */
  secrets: { start: number; end: number }[]
}

interface LineResult {
  text: string
  half: 'tuned' | 'unseen'
  missed: string[]
  /** Found where nothing had to be hidden. */
  wrong: string[]
  secretCount: number
  foundCount: number
}

function parseLine(raw: string): WordingLine {
  const secrets: WordingLine['secrets'] = []
  let text = ''
  for (const character of raw.replaceAll('⏎', '\n')) {
    if (character === '«') secrets.push({ start: text.length, end: text.length })
    else if (character === '»') (secrets[secrets.length - 1] as { end: number }).end = text.length
    else text += character
  }
  return { text, secrets }
}

const letterOrDigit = /[\p{L}\p{N}<]/u

function judge({ text, secrets }: WordingLine, index: number): LineResult {
  const found = findSecrets(text)
  const covers = (spans: readonly { start: number; end: number }[], at: number) =>
    spans.some(({ start, end }) => at >= start && at < end)
  const positions = ({ start, end }: { start: number; end: number }) =>
    Array.from({ length: end - start }, (_, i) => start + i).filter((at) =>
      letterOrDigit.test(text[at] as string),
    )
  const sliceOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
  return {
    text,
    half: index % 2 === 0 ? 'tuned' : 'unseen',
    missed: secrets.filter((secret) => !positions(secret).every((at) => covers(found, at))).map(sliceOf),
    wrong: found
      .filter((one) => {
        const own = positions(one)
        return own.filter((at) => covers(secrets, at)).length * 2 < own.length
      })
      .map(sliceOf),
    secretCount: secrets.length,
    foundCount: found.length,
  }
}

/** Every line of the list with what the rules made of it. */
const judgeWording = (): LineResult[] =>
  ['secret-lines.txt', 'open-lines.txt'].flatMap((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line, index) => judge(parseLine(line), index)),
  )

/** Figures of the whole list and of the half that was never looked at. */
export function wordingFigures(): Record<string, number> {
  const all = judgeWording()
  const figuresOf = (prefix: string, lines: readonly LineResult[]) => {
    const sum = (of: (line: LineResult) => number) => lines.reduce((total, line) => total + of(line), 0)
    const secrets = sum((line) => line.secretCount)
    const found = sum((line) => line.foundCount)
    return {
      [`${prefix}.lines`]: lines.length,
      [`${prefix}.recall`]: 1 - sum((line) => line.missed.length) / secrets,
      [`${prefix}.precision`]: 1 - sum((line) => line.wrong.length) / found,
    }
  }
  return {
    ...figuresOf('wording.all', all),
    ...figuresOf(
      'wording.unseen',
      all.filter(({ half }) => half === 'unseen'),
    ),
  }
}
