import { binderLimits } from '@exempta/contract/binders'
import { dayMs } from '@exempta/contract/durations'
import { states } from '@exempta/knowledge/states'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { systemCall } from '../../platform/call.ts'
import { openSigner } from '../../platform/crypto/signing-keys.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { JobContext } from '../../platform/jobs/handle.ts'
import { limits } from '../../platform/limits.ts'
import type { Services } from '../../platform/services.ts'
import { zipOf } from '../../platform/zip.ts'
import { notify } from '../notifications/index.ts'
import type { BinderContent } from './binder-content.ts'
import { binderFile, publishBinder } from './binders.ts'
import { certificatesFor } from './certificates.ts'
import { contentEntries } from './contents.ts'
import { keepDecisions } from './decided-sales.ts'
import { Manifest } from './manifest.ts'
import { findPreparing, finishBinder, type PreparingBinder, updateBinder } from './queries/binders.ts'
import { countChecks, listCustomers } from './queries/contents.ts'
import { insertCertificates, insertNamed } from './queries/named-people.ts'
import { countList } from './queries/sales.ts'

const certificatesAtOnce = 1000
const progressSteps = 50

type Job = Pick<JobContext, 'isLastAttempt' | 'signal' | 'completeWithin'>

export async function prepareBinder(services: Services, binderId: string, job: Job): Promise<void> {
  const { clock, database, files } = services
  const binder = await database.transact(systemActor, (tx) => findPreparing(tx, binderId))
  if (!binder) return
  try {
    const content = await readContent(services, binder)
    const manifest = new Manifest(content)
    const entries = manifest.including(contentEntries(services, content, await progressOf(services, content)))
    const zip = zipOf(entries, { mtime: content.scope.until, signal: job.signal })
    const draft = await files.put(binderFile(binderId), zip, { maxBytes: limits.dataExportMaxBytes })
    const isWanted = await database.transact(systemActor, async (tx) => {
      const now = clock.now()
      const isFinished = await finishBinder(tx, binderId, {
        status: 'ready',
        counts: JSON.stringify(content.counts),
        size_bytes: draft.sizeBytes,
        content_at: content.scope.until,
        ready_at: now,
        updated_at: now,
        expires_at: new Date(now.getTime() + binderLimits.keptDays * dayMs),
      })
      if (!isFinished) return false
      await files.publish(tx, draft)
      await announce(services, tx, binder, true)
      await job.completeWithin(tx)
      return true
    })
    if (!isWanted) await files.discard(draft)
  } catch (error) {
    if (job.isLastAttempt) {
      await database.transact(systemActor, async (tx) => {
        const isFinished = await finishBinder(tx, binderId, { status: 'failed', updated_at: clock.now() })
        if (isFinished) await announce(services, tx, binder, false)
      })
    }
    throw error
  }
}

async function readContent(services: Services, binder: PreparingBinder): Promise<BinderContent> {
  const { database, clock, publicUrl } = services
  const scope = { ...binder, until: clock.now() }
  const sales = await keepDecisions((work) => database.transact(systemActor, work), scope)
  const { counts, list, customers, certificates } = await database.transact(systemActor, async (tx) => {
    await insertNamed(tx, scope)
    const customers = await listCustomers(tx, scope)
    return {
      counts: { ...sales, ...(await countChecks(tx, scope)) },
      list: binder.has_list ? await countList(tx, binder.id) : null,
      customers,
      certificates: await certificatesFor(tx, scope, customers),
    }
  })
  // From now on, whoever withdraws a certificate ends this binder.
  const withdrawable = certificates.flatMap(({ shareId, ownerId }) => (ownerId ? [{ shareId, ownerId }] : []))
  for (let at = 0; at < withdrawable.length; at += certificatesAtOnce) {
    const some = withdrawable.slice(at, at + certificatesAtOnce)
    await database.transact(systemActor, (tx) => insertCertificates(tx, binder.id, some))
  }
  return {
    scope,
    businessName: binder.business_name,
    stateName: states.get(binder.state)?.name ?? binder.state,
    counts: { ...counts, certificates: certificates.length },
    list,
    customers,
    certificates,
    publicUrl,
    signer: await openSigner(services),
  }
}

/** Receipts are written twice, as lines of the PDF and of a table. */
async function progressOf(
  { database, clock }: Services,
  { scope, counts }: BinderContent,
): Promise<(done: number) => Promise<void>> {
  const total = 2 * counts.checks + counts.certificates
  const every = Math.max(1, Math.ceil(total / progressSteps))
  let all = 0
  let written = 0
  const write = () =>
    database.transact(systemActor, async (tx) => {
      written = all
      await updateBinder(tx, scope.id, { done_count: all, total_count: total, updated_at: clock.now() })
      publishBinder(tx, scope.business_id, scope.id)
    })
  await write()
  return async (done) => {
    all += done
    if (all - written >= every) await write()
  }
}

async function announce(
  services: Services,
  tx: Transaction,
  { id, business_id, state, requested_by }: PreparingBinder,
  isReady: boolean,
): Promise<void> {
  await recordAudit(tx, systemCall, {
    at: services.clock.now(),
    action: 'binder.prepare',
    target: { kind: 'binder', id },
    result: isReady ? 'done' : 'failed',
  })
  publishBinder(tx, business_id, id)
  if (!requested_by) return
  const stateName = states.get(state)?.name ?? state
  await notify(services, tx, {
    audience: { kind: 'person', id: requested_by },
    type: 'other',
    link: '/business/binder',
    ...(isReady
      ? {
          title: `Your audit binder for ${stateName} is ready`,
          message: 'You can download it now and hand it to your auditor.',
        }
      : {
          title: `We couldn’t make your audit binder for ${stateName}`,
          message: 'Something went wrong on our side. Please make it again.',
        }),
  })
}
