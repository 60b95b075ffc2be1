import { Readable } from 'node:stream'
import { limits } from '@exempta/contract/limits'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type PersonActor, systemCall } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { JobContext } from '../../../platform/jobs/handle.ts'
import type { DataContributor, DataEntry } from '../../../platform/personal-data.ts'
import type { Services } from '../../../platform/services.ts'
import { notify } from '../../notifications/index.ts'
import { findWaitingExport, finishExport } from '../queries/data-exports.ts'
import { exportFile } from './export-file.ts'
import { removeExports } from './remove-exports.ts'
import { zipOf } from './zip-of.ts'

const about = `Everything that Exempta holds about you, as of the day it was made.
Files that end in .json are text: any editor shows them. Times are in UTC.
Passwords, keys and codes are not in here: they are stored as hashes or sealed, and tell nothing.
`

/** Puts the ZIP together, stores it encrypted, and tells the person. */
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
      await tell(services, tx, exportId, personId, true)
      await job.completeWithin(tx)
      return true
    })
    if (!isWanted) await files.discard(draft)
  } catch (error) {
    if (job.isLastAttempt) {
      await database.transact(systemActor, async (tx) => {
        if (await finishExport(tx, exportId, { status: 'failed' })) {
          await tell(services, tx, exportId, personId, false)
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

async function tell(
  services: Services,
  tx: Parameters<typeof notify>[1],
  exportId: string,
  personId: string,
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
    ...(isReady
      ? {
          title: 'Your data is ready to download',
          message: 'You find it on your profile page, under Data & Privacy, for 7 days.',
        }
      : {
          title: 'Your data could not be prepared',
          message: 'Something went wrong on our side. Please ask for it again on your profile page.',
        }),
    alsoByMail: true,
  })
}
