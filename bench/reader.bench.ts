import { recogniseLine } from '../redaction/src/reader/recognise-line.ts'
import { recognitionSession } from '../redaction/src/reader/sessions.ts'
import type { Bench } from './bench.ts'
import { drawnLines } from './reader/drawn-lines.ts'
import { editDistance, type LabeledLine } from './reader/line.ts'
import { hasPapers, linesOfTextLayers, linesReadByEye } from './reader/paper-lines.ts'

/** Lines of each kind that are drawn, and of each page of a paper that are cut. */
const sizes = { drawn: 40, perPage: 12 }

interface Count {
  lines: number
  wrongLines: number
  letters: number
  wrongLetters: number
}

/**
 * Character and line errors by kind, on places that are known: what finding lines does is left out. Blanks are not
 * compared, since the engine sets them by the gaps between letters. `--model=FILE` reads every line with another
 * network too, which takes what the present one takes, and puts its figures beside it. `--list` names every error.
 */
export const bench: Bench = {
  summary: 'lines of drawn and real papers read, by kind, and the time that takes',
  async run(print, flags) {
    const path = flags.find((flag) => flag.startsWith('--model='))?.slice('--model='.length)
    const readers = [
      { name: 'present', session: await recognitionSession() },
      ...(path ? [{ name: 'other', session: await recognitionSession(path) }] : []),
    ].map((reader) => ({ ...reader, ms: [] as number[], kinds: new Map<string, Count>() }))
    if (!hasPapers) print('  There is no ../shared/papers: drawn lines alone are read.')
    let count = 0
    for await (const line of allLines()) {
      if (++count % 100 === 0) print(`  ${count} lines`)
      for (const reader of readers) {
        const start = performance.now()
        const steps = await recogniseLine(reader.session, line.picture, line.quad)
        reader.ms.push(performance.now() - start)
        const read = steps.map(({ text }) => text).join('')
        const wrong = add(reader.kinds, line, read)
        if (wrong > 0 && flags.includes('--list'))
          print(
            `  ${reader.name}  ${line.kind}: expected ${JSON.stringify(line.text)}, got ${JSON.stringify(read)}`,
          )
      }
    }
    const figures: Record<string, number> = {}
    for (const { name, ms, kinds } of readers) {
      for (const [kind, { lines, wrongLines, letters, wrongLetters }] of kinds) {
        figures[`${name}.${kind}.characterError`] = wrongLetters / letters
        figures[`${name}.${kind}.lineError`] = wrongLines / lines
      }
      figures[`${name}.msPerLine`] = ms.sort((a, b) => a - b)[ms.length >> 1] as number
      figures[`${name}.lines`] = ms.length
    }
    return { figures, limits: {} }
  },
}

async function* allLines(): AsyncGenerator<LabeledLine> {
  yield* drawnLines(sizes.drawn)
  if (!hasPapers) return
  yield* linesReadByEye()
  yield* linesOfTextLayers(sizes.perPage)
}

const packed = (text: string) => text.replace(/\s/g, '')
// The signs between the numbers of a check's bottom line belong to no alphabet.
const comparable = (kind: string, text: string) =>
  kind.endsWith('.micr') ? text.replace(/\D/g, '') : packed(text)

/** Counts a line; gives how many of its characters are wrong. */
function add(kinds: Map<string, Count>, { kind, text }: LabeledLine, read: string): number {
  const expected = comparable(kind, text)
  const wrong = editDistance(comparable(kind, read), expected)
  const count = kinds.get(kind) ?? { lines: 0, wrongLines: 0, letters: 0, wrongLetters: 0 }
  kinds.set(kind, {
    lines: count.lines + 1,
    wrongLines: count.wrongLines + (wrong > 0 ? 1 : 0),
    letters: count.letters + expected.length,
    wrongLetters: count.wrongLetters + wrong,
  })
  return wrong
}
