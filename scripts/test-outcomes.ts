/** How one test ended, or a whole file that could not be run, or a check that is no test of its own. */
export interface Outcome {
  part: string
  file?: string
  /** Missing for what went wrong outside of every test. */
  name?: string
  state: 'passed' | 'failed' | 'skipped'
  message?: string
  durationMs?: number
}

export interface Settled {
  outcomes: Outcome[]
  /** Failed in one of two runs: passed, but told. */
  unsteady: Outcome[]
}

// More broken files than this are no accident of a busy machine.
const mostFilesRunAgain = 10
const messageLines = 10
const controlSequences = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*[A-Za-z]`, 'g')

/** The files to run once more: those with a failure, unless there are too many for chance. */
export function filesToRunAgain(outcomes: Outcome[]): { part: string; file: string }[] {
  const failed = new Map<string, { part: string; file: string }>()
  for (const { part, file, state } of outcomes) {
    if (state === 'failed' && file) failed.set(`${part} ${file}`, { part, file })
  }
  return failed.size > mostFilesRunAgain ? [] : [...failed.values()]
}

/** What both runs say together: what passed in either has passed, and is unsteady when it failed in the other. */
export function settle(
  first: Outcome[],
  second: Outcome[],
  again: { part: string; file: string }[],
): Settled {
  const wasRunAgain = ({ part, file }: Outcome) =>
    again.some((each) => each.part === part && each.file === file)
  const firstOnes = byTest(first.filter(wasRunAgain))
  const secondOnes = byTest(second.filter(wasRunAgain))
  const outcomes = first.filter((outcome) => !wasRunAgain(outcome))
  const unsteady: Outcome[] = []
  for (const key of new Set([...firstOnes.keys(), ...secondOnes.keys()])) {
    const [before, after] = [firstOnes.get(key), secondOnes.get(key)]
    const both = [before, after].filter((outcome) => outcome !== undefined)
    const failure = both.find(({ state }) => state === 'failed')
    const pass = both.find(({ state }) => state === 'passed')
    if (failure?.name === undefined && failure === before && !after) unsteady.push(before as Outcome)
    else if (pass && failure) {
      outcomes.push(pass)
      unsteady.push(failure)
    } else outcomes.push(failure ?? pass ?? (both[0] as Outcome))
  }
  return { outcomes, unsteady }
}

/** A test of a table may share its name with others: then its place among them tells it apart. */
function byTest(outcomes: Outcome[]): Map<string, Outcome> {
  const tests = new Map<string, Outcome>()
  for (const outcome of outcomes) {
    const name = title(outcome)
    let nth = 1
    while (tests.has(`${name} ${nth}`)) nth += 1
    tests.set(`${name} ${nth}`, outcome)
  }
  return tests
}

/** What stands above the last line: every failure and everything unsteady, each with the start of its message. */
export function findings({ outcomes, unsteady }: Settled): string[] {
  const failed = outcomes.filter(({ state }) => state === 'failed')
  return [
    ...unsteady.map((outcome) => `unsteady: ${tell(outcome)}`),
    ...failed.map((outcome) => `failed: ${tell(outcome)}`),
  ]
}

function tell(outcome: Outcome): string {
  const lines = (outcome.message ?? '').replace(controlSequences, '').split('\n')
  const told = lines.filter((line) => line.trim() !== '').slice(0, messageLines)
  return [title(outcome), ...told.map((line) => `    ${line.trimEnd()}`)].join('\n')
}

const title = ({ part, file, name }: Outcome) =>
  [part, file, name ?? (file && '(the file)')].filter((each) => each !== undefined).join(' › ')

export function summaryLine(outcomes: Outcome[]): string {
  const count = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state).length
  const skipped = count('skipped')
  return `${count('passed')} passed, ${count('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
