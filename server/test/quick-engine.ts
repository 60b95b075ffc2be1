/**
 * For programs that tests start: the engine of the embedded database is WebAssembly, and to optimise it takes longer
 * than a test runs.
 */
export const quickEngine = ['--liftoff-only']

/** For those that open one database after the other: there it pays to optimise the little that is used most. */
export const warmEngine = ['--wasm-tiering-budget=50000000']
