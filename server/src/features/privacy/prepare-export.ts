import { Readable } from 'node:stream'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type PersonActor, systemCall } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { JobContext } from '../../platform/jobs/handle.ts'
import { limits as platformLimits } from '../../platform/limits.ts'
import type { DataContributor, DataEntry } from '../../platform/personal-data.ts'
import type { Services } from '../../platform/services.ts'
import { type ZipEntry, zipOf } from '../../platform/zip.ts'
import { notify } from '../notifications/index.ts'
import { exportFile, removeExports } from './exports.ts'
import { limits as privacyServerLimits } from './limits.ts'
import { findWaitingExport, finishExport } from './queries.ts'

/** Stored files are already compressed by their format. */
async function* zipEntries(entries: AsyncIterable<DataEntry>): AsyncGenerator<ZipEntry, void, void> {
  for await (const entry of entries) {
    if ('open' in entry) yield { ...entry, isCompressed: false }
    else {
      const open = async () => Readable.from(jsonOf(entry), { objectMode: false })
      yield { path: entry.path, open, isCompressed: true }
    }
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
    const zip = zipOf(zipEntries(entries), { mtime: clock.now(), signal: job.signal })
    const draft = await files.put(exportFile(exportId), zip, { maxBytes: platformLimits.dataExportMaxBytes })
    const isWanted = await database.transact(systemActor, async (tx) => {
      const expires_at = new Date(clock.now().getTime() + privacyServerLimits.dataExportKeptMs)
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
