/** `npm run bench -- NAME… [--FLAG…]` or `-- all`: one benchmark per `bench/NAME.bench.ts`, last line is JSON. */
import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { type Bench, type BenchResult, missedLimits } from './bench.ts'

const suffix = '.bench.ts'
const folder = new URL('.', import.meta.url)
const known = (await readdir(folder))
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length))
  .sort()

const isFlag = (argument: string) => argument.startsWith('--')
const flags = process.argv.slice(2).filter(isFlag)
const asked = process.argv.slice(2).filter((argument) => !isFlag(argument))
const names = asked.includes('all') ? known : asked
const unknown = names.filter((name) => !known.includes(name))
if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no benchmark called ${unknown.join(', ')}.`)
  console.error(`Usage: npm run bench -- NAME… | all   (${known.join(', ')})`)
  process.exit(2)
}

// Each in a process of its own: one may leave settings behind for the tests' database, which is gone by then.
if (names.length > 1) {
  for (const name of names) {
    const { status } = spawnSync(process.execPath, [import.meta.filename, name, ...flags], {
      stdio: 'inherit',
    })
    if (status !== 0) process.exitCode = 1
  }
  process.exit()
}

for (const name of names) {
  const { bench } = (await import(new URL(`${name}${suffix}`, folder).href)) as { bench: Bench }
  console.log(`\n${name}: ${bench.summary}`)
  const result = await bench.run((line) => console.log(line), flags)
  const missed = missedLimits(result)
  printFigures(result, missed)
  if (missed.length > 0) process.exitCode = 1
  console.log(JSON.stringify({ bench: name, ...result, ok: missed.length === 0 }))
}

function printFigures({ figures, limits }: BenchResult, missed: string[]) {
  const width = Math.max(...Object.keys(figures).map((name) => name.length))
  for (const [name, figure] of Object.entries(figures)) {
    const { atLeast, atMost } = limits[name] ?? {}
    const limit = [
      atLeast !== undefined && `at least ${atLeast}`,
      atMost !== undefined && `at most ${atMost}`,
    ]
      .filter(Boolean)
      .join(', ')
    const verdict = limit ? (missed.includes(name) ? `  MISSED (${limit})` : `  ok (${limit})`) : ''
    console.log(`  ${name.padEnd(width)}  ${Number(figure.toPrecision(4))}${verdict}`)
  }
}
