/**
 * For programs that tests start: the engine of the embedded database is WebAssembly, and to optimise it takes longer
 * than a test runs.
 */
export const quickEngine = ['--liftoff-only']
