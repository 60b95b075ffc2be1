import { readFile } from 'node:fs/promises'

let compiled: Promise<WebAssembly.Module> | undefined

/** The engine's code, compiled once per process and shared by its threads: reopening takes half the time. */
export function compiledEngine(): Promise<WebAssembly.Module> {
  const file = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  compiled ??= readFile(file).then((bytes) => WebAssembly.compile(bytes))
  return compiled
}
