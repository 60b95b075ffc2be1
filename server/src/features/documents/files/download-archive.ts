import { Readable } from 'node:stream'
import type { Call } from '../../../platform/call.ts'
import { type FileAnswer, type RecordOpening, safeFileName } from '../../../platform/http/send-file.ts'
import type { Services } from '../../../platform/services.ts'
import { type ZipEntry, zipOf } from '../../../platform/zip.ts'
import { downloadDocument } from './open-files.ts'

/**
 * Several redacted files as one ZIP file, written while it is sent. Nothing is sent when one of them is not there, or
 * when an opening cannot be recorded.
 */
export async function downloadDocuments(
  services: Services,
  call: Call,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<FileAnswer<'application/zip', RecordOpening>> {
  const files: FileAnswer<string, RecordOpening>[] = []
  for (const id of new Set(ids)) {
    files.push(await downloadDocument(services, call, id))
  }
  const mtime = services.clock.now()
  return {
    name: `exempta-documents-${mtime.toISOString().slice(0, 10)}.zip`,
    contentType: 'application/zip',
    content: Readable.from(zipOf(entriesOf(files), { mtime, signal }), { objectMode: false }),
    recordOpening: async () => {
      for (const { recordOpening } of files) await recordOpening()
    },
  }
}

function* entriesOf(files: readonly FileAnswer[]): Generator<ZipEntry, void, void> {
  const names = distinctNames(files.map(({ name }) => name))
  for (const [at, { content, sizeBytes = 0 }] of files.entries()) {
    if (content instanceof Readable) throw new TypeError('A stored file is opened when it is written.')
    yield { path: names[at] ?? '', open: () => content({ start: 0, end: sizeBytes }), isCompressed: false }
  }
}

/** Safe for every system, and no two the same where upper and lower case are: `form.pdf`, `form (2).pdf`. */
export function distinctNames(untrustedNames: readonly string[]): string[] {
  const taken = new Set<string>()
  return untrustedNames.map((untrusted) => {
    const name = safeFileName(untrusted)
    const [, stem = name, ending = ''] = /^(.+?)(\.[^.]{1,5})?$/su.exec(name) ?? []
    let distinct = name
    for (let count = 2; taken.has(distinct.toLowerCase()); count++) distinct = `${stem} (${count})${ending}`
    taken.add(distinct.toLowerCase())
    return distinct
  })
}
