import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { DataEntry } from '../../../platform/personal-data.ts'

/** A ZIP that is made while it is read: no more than a piece of the entry under way is in memory. */
export async function* zipOf(
  entries: AsyncIterable<DataEntry>,
  { mtime, signal }: { mtime: Date; signal: AbortSignal },
): AsyncGenerator<Buffer, void, void> {
  const zip = new ZipFile()
  const output = new PassThrough({ signal })
  const opened = new Set<Readable>()
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  zip.outputStream.pipe(output)

  const add = (entry: DataEntry) => {
    const isFile = 'open' in entry
    // Stored files are compressed by their own format.
    zip.addReadStreamLazy(entry.path, { mtime, compress: !isFile }, (done) => {
      const open = isFile
        ? entry.open()
        : Promise.resolve(Readable.from(jsonOf(entry), { objectMode: false }))
      open.then((stream) => {
        opened.add(stream)
        // The library does not listen for these.
        stream.on('error', fail)
        stream.on('close', () => opened.delete(stream))
        if (output.destroyed) stream.destroy()
        else done(null, stream)
      }, fail)
    })
  }
  const addAll = async () => {
    for await (const entry of entries) add(entry)
    zip.end()
  }
  addAll().catch(fail)
  try {
    yield* output
  } finally {
    // Whoever stops reading lets go of the entry under way as well.
    for (const stream of opened) stream.destroy()
  }
}

async function* jsonOf(entry: Exclude<DataEntry, { open: unknown }>): AsyncGenerator<string, void, void> {
  if ('value' in entry) {
    yield `${JSON.stringify(entry.value, null, 2)}\n`
    return
  }
  let before = '[\n'
  for await (const row of entry.rows) {
    yield before + JSON.stringify(row)
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
