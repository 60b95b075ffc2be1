import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'

// Each of them alone changes nothing once the process runs.
const unoptimized = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

let compiled: WebAssembly.Module | undefined

/**
 * The engine's code, compiled once per process and shared by its threads: reopening takes half the time. Synchronous,
 * so that the thread is there before the program goes on to load its modules.
 */
export function compiledEngine(): WebAssembly.Module {
  if (!canOptimize(Math.min(totalmem(), process.constrainedMemory() || Infinity))) {
    for (const flag of unoptimized) setFlagsFromString(flag)
  }
  const file = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  compiled ??= new WebAssembly.Module(readFileSync(file))
  return compiled
}

/**
 * To optimize the one function that evaluates expressions takes 1.2 GB for a few seconds. Unoptimized, queries take
 * about a third longer.
 */
export function canOptimize(memoryBytes: number): boolean {
  return memoryBytes >= 3 * 1024 ** 3
}
