import fs, { writeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { compiledEngine } from './engine-stream.ts'
import { openEngine } from './open-engine.ts'

/**
 * Commits once on a working disk and once on a failing one, as the engine's thread would, and prints what happened.
 */

const engine = await openEngine({
  folder: process.argv[2] ?? '',
  wasm: compiledEngine(),
  onLost() {
    writeSync(1, 'lost ')
    process.exit(1)
  },
})
await engine.exec('create table t (id int); insert into t values (1)')
writeSync(1, 'acknowledged ')

fs.fsyncSync = () => {
  throw Object.assign(new Error('the disk is broken'), { code: 'EIO' })
}
syncBuiltinESMExports()
await engine.exec('insert into t values (2)')
writeSync(1, 'acknowledged ')
