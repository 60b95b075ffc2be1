import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { cacheFolder } from './cache-folder.ts'

/** Results of one state of the engine, a line for each file, so that a run that was stopped goes on where it was. */
export function openResultLog<Result>(name: string, judges: readonly string[]) {
  const file = new URL(
    `${name}.jsonl`,
    cacheFolder('results', ['redaction/src', 'redaction/models', ...judges]),
  )
  const known = new Map<string, Result>()
  if (existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      // The last line may have been cut off.
      if (!line.endsWith('}')) continue
      const { key, result } = JSON.parse(line) as { key: string; result: Result }
      known.set(key, result)
    }
  }
  return {
    get: (key: string) => known.get(key),
    add(key: string, result: Result) {
      known.set(key, result)
      appendFileSync(file, `\n${JSON.stringify({ key, result })}`)
    },
  }
}
