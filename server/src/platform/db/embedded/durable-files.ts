import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type EngineOptions = Parameters<NodeFS['init']>[1]
type FileNode = { isFolder: boolean }
type Stream = { nfd: number; node: FileNode }

interface EngineModule {
  FS: { ErrnoError: new (errno: number) => Error }
  NODEFS: {
    node_ops: {
      mknod(...parts: unknown[]): FileNode
      setattr(node: FileNode, ...parts: unknown[]): void
    }
    stream_ops: {
      setattr(stream: Stream, ...parts: unknown[]): void
      write(stream: Stream, ...parts: unknown[]): number
      fsync?(stream: Stream): number
    }
  }
}

const errnoInputOutput = 29

interface DurableFilesOptions {
  folder: string
  /** Everything in the folder is on disk already: then only what this engine writes must be brought there. */
  isSynced: boolean
  /** Called when a write did not reach the disk: the kernel may have dropped it, so nothing can be trusted. */
  onLost(error: unknown): void
}

/** The engine's file system on a real folder, with an fsync that reaches the disk: the stock one has none. */
export class DurableFiles extends NodeFS {
  readonly #options: DurableFilesOptions
  readonly #unsynced = new Set<FileNode>()

  constructor(options: DurableFilesOptions) {
    super(options.folder)
    this.#options = options
  }

  override async init(engine: PGlite, options: EngineOptions) {
    const { emscriptenOpts } = await super.init(engine, options)
    const addFsync = (module: unknown) => this.#addFsync(module as EngineModule)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [addFsync, ...asList(emscriptenOpts.preRun)] } }
  }

  #addFsync({ FS, NODEFS: { node_ops, stream_ops } }: EngineModule): void {
    const { mknod, setattr } = node_ops
    const { write, setattr: setStreamAttributes } = stream_ops
    node_ops.mknod = (...parts) => this.#mark(mknod(...parts))
    node_ops.setattr = (node, ...parts) => setattr(this.#mark(node), ...parts)
    stream_ops.setattr = (stream, ...parts) => {
      this.#mark(stream.node)
      setStreamAttributes(stream, ...parts)
    }
    stream_ops.write = (stream, ...parts) => {
      this.#mark(stream.node)
      return write(stream, ...parts)
    }
    stream_ops.fsync = (stream) => {
      if (this.#isOnDisk(stream.node)) return 0
      try {
        fsyncSync(stream.nfd)
      } catch (error) {
        this.#options.onLost(error)
        throw new FS.ErrnoError(errnoInputOutput)
      }
      this.#unsynced.delete(stream.node)
      return 0
    }
  }

  #mark(node: FileNode): FileNode {
    this.#unsynced.add(node)
    return node
  }

  // A folder changes with its files, which this does not follow.
  #isOnDisk(node: FileNode): boolean {
    return this.#options.isSynced && !node.isFolder && !this.#unsynced.has(node)
  }
}

function asList<T>(value: T | T[] | undefined): T[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}
