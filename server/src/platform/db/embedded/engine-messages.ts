/** What the engine's thread gets at its start. */
export interface EngineData {
  folder: string
  wasm: WebAssembly.Module
}

/** What the main thread sends to the engine's thread. */
export type ToEngine = { kind: 'bytes'; bytes: Uint8Array } | { kind: 'close' }

/** What the engine's thread answers. */
export type FromEngine =
  | { kind: 'ready' }
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'lost'; reason: string }
