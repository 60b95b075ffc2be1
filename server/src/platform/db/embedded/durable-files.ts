import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type EngineOptions = Parameters<NodeFS['init']>[1]

interface EngineModule {
  FS: { ErrnoError: new (errno: number) => Error }
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } }
}

const errnoInputOutput = 29

/**
 * The engine's file system on a real folder, with an fsync that reaches the disk: the stock one has none.
 * A failed fsync ends the engine, since the kernel may already have dropped the unwritten pages.
 */
export class DurableFiles extends NodeFS {
  readonly #onLost: (error: unknown) => void

  constructor(folder: string, onLost: (error: unknown) => void) {
    super(folder)
    this.#onLost = onLost
  }

  override async init(engine: PGlite, options: EngineOptions) {
    const { emscriptenOpts } = await super.init(engine, options)
    const addFsync = (module: unknown) => {
      const { FS, NODEFS } = module as EngineModule
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          fsyncSync(nfd)
          return 0
        } catch (error) {
          this.#onLost(error)
          throw new FS.ErrnoError(errnoInputOutput)
        }
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [addFsync, ...asList(emscriptenOpts.preRun)] } }
  }
}

function asList<T>(value: T | T[] | undefined): T[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}
