/** Vitest's reporter for `npm test`: how every test ended, and all that went wrong outside of tests. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { Outcome } from './test-outcomes.ts'

type Errors = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]

const root = path.join(import.meta.dirname, '..')

export default class VitestOutcomes implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandled: Errors): Promise<void> {
    const { OUTCOMES_FILE } = process.env
    if (!OUTCOMES_FILE) throw new Error('OUTCOMES_FILE does not say where to write the outcomes.')
    const outcomes = [...modules.flatMap(outcomesOf), ...outsideOfTests(modules, unhandled)]
    await writeFile(OUTCOMES_FILE, JSON.stringify(outcomes, undefined, 1))
  }
}

function outcomesOf(module: TestModule): Outcome[] {
  const place = placeOf(module)
  const tests = [...module.children.allTests()].map((test): Outcome => {
    const result = test.result()
    // A test that never came to its end is none that was left out on purpose.
    const hanging = result.state === 'pending'
    const message = hanging ? 'It did not come to its end.' : messageOf(result.errors ?? [])
    return {
      ...place,
      name: test.fullName,
      state: hanging ? 'failed' : result.state,
      ...(message && { message }),
      durationMs: test.diagnostic()?.duration ?? 0,
    }
  })
  const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
  if (errors.length > 0) return [...tests, { ...place, state: 'failed', message: messageOf(errors) }]
  const ended = module.state() === 'passed' || module.state() === 'skipped'
  if (ended || tests.some(({ state }) => state === 'failed')) return tests
  return [...tests, { ...place, state: 'failed', message: `The file is ${module.state()} at the end.` }]
}

/** Errors that nobody caught; Vitest mostly knows in which file. */
function outsideOfTests(modules: readonly TestModule[], errors: Errors): Outcome[] {
  return errors.map((error) => {
    const module = modules.find(({ moduleId }) => moduleId === error.VITEST_TEST_PATH)
    const place = module ? placeOf(module) : { part: 'vitest' }
    return { ...place, state: 'failed', message: messageOf([error]) }
  })
}

const placeOf = ({ project, moduleId }: TestModule) => ({
  part: project.name,
  file: path.relative(root, moduleId),
})

const isOurs = (line: string) =>
  /^\s+at /.test(line) && line.includes(root) && !line.includes('/node_modules/')

/** The message, what differs, and where in our own files. */
function messageOf(errors: Errors): string {
  return errors
    .flatMap(({ name = 'Error', message, diff, stack = '' }) => {
      const frames = stack.split('\n').filter(isOurs)
      return [`${name}: ${message}`, diff, frames[0]?.replace(`${root}/`, '')]
    })
    .filter((line) => line !== undefined)
    .join('\n')
}
