import { growQuad, heightOf } from '../redaction/src/geometry/quad.ts'
import {
  inputOf,
  isSure,
  ownStepsOf,
  recogniseLine,
  type Step,
  stepsOf,
} from '../redaction/src/reader/recognise-line.ts'
import { formerNetwork, ownNetwork, recognitionSession } from '../redaction/src/reader/sessions.ts'
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
 * compared, since the engine sets them by the gaps between letters. Each line is read by our own network, by the former
 * one, PP-OCR, and by both together, as pages are read: by ours, and by the former one where ours isn't sure. `--model=FILE`
 * takes another network in place of ours, `--every=4` a fourth of the lines, and `--list` names every error. Last come the
 * lines on which the networks differ, and what that catches.
 */
export const bench: Bench = {
  summary: 'lines of drawn and real papers read, by kind, and the time that takes',
  async run(print, flags) {
    const path = flags.find((flag) => flag.startsWith('--model='))?.slice('--model='.length)
    const own = await recognitionSession(path ?? ownNetwork)
    const former = await recognitionSession(formerNetwork)
    const kinds = { own: new Map(), former: new Map(), together: new Map() } satisfies Record<string, Counts>
    const ms = { own: [] as number[], former: [] as number[], together: [] as number[] }
    const both = { alike: 0, alikeAndWrong: 0, differ: 0 }
    // What PP-OCR says about lines that ours is sure of, and what either network says about the others.
    const sure = { lines: 0, wrong: 0, differ: 0, wrongAndDiffer: 0 }
    const unsure = { lines: 0, formerTwice: 0, formerTwiceAndWrong: 0, both: 0, bothAndWrong: 0 }
    if (!hasPapers) print('  There is no ../shared/papers: drawn lines alone are read.')
    const every = Number(flags.find((flag) => flag.startsWith('--every='))?.slice('--every='.length) ?? 1)
    let [count, seen] = [0, 0]
    for await (const line of allLines()) {
      if (seen++ % every !== 0) continue
      if (++count % 100 === 0) print(`  ${count} lines`)
      const [ours, ownMs] = await timed(() => ownStepsOf(own, line.picture, line.quad))
      const [theirs, formerMs] = await timed(() => stepsOf(former, inputOf(line.picture, line.quad)))
      const [together, togetherMs] = await timed(() =>
        recogniseLine({ own, former }, line.picture, line.quad, 'quick'),
      )
      const read = { own: textOf(ours), former: textOf(theirs), together: textOf(together) }
      ms.own.push(ownMs)
      ms.former.push(formerMs)
      ms.together.push(togetherMs)
      for (const name of names) {
        const wrong = add(kinds[name], line, read[name])
        if (wrong > 0 && flags.includes('--list'))
          print(
            `  ${name}  ${line.kind}: expected ${JSON.stringify(line.text)}, got ${JSON.stringify(read[name])}`,
          )
      }
      const expected = comparable(line.kind, line.text)
      const [one, other] = [comparable(line.kind, read.own), comparable(line.kind, read.former)]
      if (one !== other) both.differ++
      else {
        both.alike++
        if (one !== expected) both.alikeAndWrong++
      }
      if (isSure(ours)) {
        sure.lines++
        if (one !== other) sure.differ++
        if (one !== expected) sure.wrong++
        if (one !== expected && one !== other) sure.wrongAndDiffer++
      } else {
        unsure.lines++
        // As values of forms are read twice, with more around them.
        const around = growQuad(line.quad, 0.3 * heightOf(line.quad), 0.15 * heightOf(line.quad))
        const again = comparable(line.kind, textOf(await stepsOf(former, inputOf(line.picture, around))))
        if (again === other) {
          unsure.formerTwice++
          if (other !== expected) unsure.formerTwiceAndWrong++
          if (one === other) unsure.both++
          if (one === other && other !== expected) unsure.bothAndWrong++
        }
      }
    }
    const figures: Record<string, number> = { lines: count }
    for (const name of names) {
      for (const [kind, { lines, wrongLines, letters, wrongLetters }] of kinds[name]) {
        figures[`${name}.${kind}.characterError`] = wrongLetters / letters
        figures[`${name}.${kind}.lineError`] = wrongLines / lines
      }
      figures[`${name}.meanMsPerLine`] = ms[name].reduce((sum, one) => sum + one, 0) / count
      figures[`${name}.msPerLine`] = ms[name].sort((a, b) => a - b)[count >> 1] as number
    }
    for (const [prefix, counts] of Object.entries({ both, sure, unsure }))
      for (const [name, value] of Object.entries(counts)) figures[`${prefix}.${name}`] = value
    print(
      `  The networks differ on ${both.differ} of ${count} lines. Ours is sure of ${sure.lines}, reads ${sure.wrong} of these wrong, and` +
        ` PP-OCR differs on ${sure.wrongAndDiffer} of these; it differs on ${sure.differ} in all.`,
    )
    print(
      `  Of the ${unsure.lines} others, PP-OCR reads ${unsure.formerTwice} twice alike, ${unsure.formerTwiceAndWrong} of them wrong; ours agrees on` +
        ` ${unsure.both} of these, of which ${unsure.bothAndWrong} are wrong.`,
    )
    return { figures, limits: {} }
  },
}

const names = ['own', 'former', 'together'] as const
type Counts = Map<string, Count>

const textOf = (steps: readonly Step[]) => steps.map(({ text }) => text).join('')

async function timed<Result>(run: () => Promise<Result>): Promise<[Result, ms: number]> {
  const start = performance.now()
  return [await run(), performance.now() - start]
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
function add(kinds: Counts, { kind, text }: LabeledLine, read: string): number {
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
