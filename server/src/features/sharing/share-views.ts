import { z } from 'zod'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { insertShareEvents } from './queries/list.ts'
import { countOpening, hasViewedSince, markFirstView } from './queries/views.ts'

export const notifyFirstViewJob = defineJob({
  name: 'tell-first-view',
  payload: z.object({ shareId: z.uuid() }),
})

export interface ShareView {
  shareId: string
  act: 'viewed' | 'downloaded'
}

/** Adds a view or a download to the share's history and to the audit log, so that the owner can see it. */
export async function recordShareView(
  services: Services,
  tx: Transaction,
  call: Call,
  { shareId, act }: ShareView,
): Promise<void> {
  const at = services.clock.now()
  const isFirst = await markFirstView(tx, shareId, at)
  const share = await countOpening(tx, shareId, act, at)
  if (!share) return
  const { actor } = call
  await insertShareEvents(tx, [
    {
      id: timeOrderedId(at),
      share_id: shareId,
      act,
      at,
      by_kind: 'receiver',
      person_id: actor.kind === 'person' ? actor.id : null,
      key_id: actor.kind === 'key' ? actor.id : null,
      reason: null,
      document_name: null,
    },
  ])
  await recordAudit(tx, call, {
    at,
    action: act === 'viewed' ? 'document.view' : 'document.download',
    target: { kind: 'document', id: share.document_id },
    details: { version: share.version, share: shareId },
  })
  // Whether the owner wants to know is for the job to find out: recipients cannot read the owner's preferences.
  if (isFirst) await services.jobs.enqueue(tx, notifyFirstViewJob, { shareId })
  publish(tx, `person:${share.owner_id}`, 'changed', { topic: 'shares', ids: [shareId] })
}

export const sameViewMs = 30 * 60_000

/** A viewer fetches pages one by one, so views within half an hour count as one. */
export const isSameView = (
  { clock }: Services,
  tx: Transaction,
  shareId: string,
  viewerId: string,
): Promise<boolean> => hasViewedSince(tx, shareId, viewerId, new Date(clock.now().getTime() - sameViewMs))
