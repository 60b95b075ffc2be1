import { PassThrough, Readable } from 'node:stream'
import { limits } from '@exempta/contract/limits'
import { ZipFile } from 'yazl'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type PersonActor, systemCall } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { JobContext } from '../../platform/jobs/handle.ts'
import type { DataContributor, DataEntry } from '../../platform/personal-data.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/index.ts'
import { exportFile, removeExports } from './exports.ts'
import { findWaitingExport, finishExport } from './queries.ts'

/** Streams a ZIP file: only a piece of the current entry is in memory. */
async function* zipOf(
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
    // Stored files are already compressed by their format.
    zip.addReadStreamLazy(entry.path, { mtime, compress: !isFile }, (done) => {
      const open = isFile
        ? entry.open()
        : Promise.resolve(Readable.from(jsonOf(entry), { objectMode: false }))
      open.then((stream) => {
        opened.add(stream)
        // The library does not handle errors of its input streams.
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
    // When the reader stops early, the entry in progress must be closed too.
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

const about = `Everything Exempta holds about you, as of the day this file was made.
Files that end in .json are text files that any editor can open. Times are in UTC.
Passwords, keys and codes aren't included: they're stored only as hashes or encrypted.
`

/** Builds the ZIP file, stores it encrypted and notifies the person. */
export async function prepareExport(
  services: Services,
  contributors: readonly DataContributor[],
  exportId: string,
  job: Pick<JobContext, 'isLastAttempt' | 'signal' | 'completeWithin'>,
): Promise<void> {
  const { clock, database, files } = services
  const waiting = await database.transact(systemActor, (tx) => findWaitingExport(tx, exportId))
  if (!waiting) return
  const { personId, role, businessId } = waiting
  const person: PersonActor = { kind: 'person', id: personId, role, ...(businessId && { businessId }) }
  try {
    const entries = entriesOf(services, contributors, person)
    const zip = zipOf(entries, { mtime: clock.now(), signal: job.signal })
    const draft = await files.put(exportFile(exportId), zip, { maxBytes: limits.dataExportMaxBytes })
    const isWanted = await database.transact(systemActor, async (tx) => {
      const expires_at = new Date(clock.now().getTime() + limits.dataExportKeptMs)
      if (!(await finishExport(tx, exportId, { status: 'ready', expires_at }))) return false
      await removeExports(services, tx, personId, { except: exportId })
      await files.publish(tx, draft)
      await notifyPerson(services, tx, exportId, person, true)
      await job.completeWithin(tx)
      return true
    })
    if (!isWanted) await files.discard(draft)
  } catch (error) {
    if (job.isLastAttempt) {
      await database.transact(systemActor, async (tx) => {
        if (await finishExport(tx, exportId, { status: 'failed' })) {
          await notifyPerson(services, tx, exportId, person, false)
        }
      })
    }
    throw error
  }
}

async function* entriesOf(
  services: Services,
  contributors: readonly DataContributor[],
  person: PersonActor,
): AsyncGenerator<DataEntry, void, void> {
  yield { path: 'about.txt', open: async () => Readable.from([Buffer.from(about)]) }
  for (const contribute of contributors) yield* contribute(services, person)
}

async function notifyPerson(
  services: Services,
  tx: Parameters<typeof notify>[1],
  exportId: string,
  { id: personId, role }: PersonActor,
  isReady: boolean,
): Promise<void> {
  await recordAudit(tx, systemCall, {
    at: services.clock.now(),
    action: 'data-export.prepare',
    target: { kind: 'data-export', id: exportId },
    result: isReady ? 'done' : 'failed',
    details: { person: personId },
  })
  await notify(services, tx, {
    audience: { kind: 'person', id: personId },
    type: 'other',
    link: `/${role}/profile`,
    ...(isReady
      ? {
          title: 'Your data is ready to download',
          message: 'You can download it from your profile page, under Data & Privacy, for 7 days.',
        }
      : {
          title: 'We couldn’t prepare your data',
          message: 'Something went wrong on our side. Please request your data again on your profile page.',
        }),
    alsoByEmail: true,
  })
}
