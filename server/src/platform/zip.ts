import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  path: string
  /** Called when its turn comes, so only one entry is open at a time. */
  open(): Promise<Readable>
  /** False for content that its own format has compressed already. */
  isCompressed: boolean
}

/** Streams a ZIP file: only a piece of the current entry is in memory. */
export async function* zipOf(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  { mtime, signal }: { mtime: Date; signal: AbortSignal },
): AsyncGenerator<Buffer, void, void> {
  const zip = new ZipFile()
  const output = new PassThrough({ signal })
  const opened = new Set<Readable>()
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  zip.outputStream.pipe(output)

  let goOn = () => {}
  output.once('close', () => goOn())
  /** Until the entry was read to its end, or nothing is read any more. */
  const add = ({ path, open, isCompressed }: ZipEntry) =>
    new Promise<void>((resolve) => {
      goOn = resolve
      zip.addReadStreamLazy(path, { mtime, compress: isCompressed }, (done) => {
        open().then((stream) => {
          opened.add(stream)
          // The library does not handle errors of its input streams.
          stream.on('error', fail)
          stream.on('close', () => {
            opened.delete(stream)
            resolve()
          })
          if (output.destroyed) stream.destroy()
          else done(null, stream)
        }, fail)
      })
    })
  const addAll = async () => {
    for await (const entry of entries) {
      await add(entry)
      if (output.destroyed) return
    }
    zip.end()
  }
  addAll().catch(fail)
  try {
    yield* output
  } finally {
    // When the reader stops early, the entry in progress must be closed too.
    for (const stream of opened) stream.destroy()
  }
}
