import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { quickEngine } from './quick-engine.ts'

export interface ScriptOutcome {
  code: number | null
  output: string
}

/** Runs a command of the product as an operator does, with these settings and no others. */
export async function runScript(
  name: string,
  args: readonly string[],
  settings: Record<string, string | undefined>,
): Promise<ScriptOutcome> {
  const script = fileURLToPath(new URL(`../../scripts/operators/${name}.ts`, import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [...quickEngine, script, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
