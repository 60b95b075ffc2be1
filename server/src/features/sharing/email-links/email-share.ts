import { createHash } from 'node:crypto'
import { limits } from '@exempta/contract/limits'
import type { EmailShare } from '@exempta/contract/sharing/email-links'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { findRecipientBusiness, listPages, listSharedDocuments, type SharedDocument } from './queries.ts'
import { requireShared, requireViewer, type ViewerKey } from './viewer.ts'
import type { ViewerWatch } from './viewer-watch.ts'

export function getEmailShare(services: Services, key: ViewerKey): Promise<EmailShare> {
  return services.database.transact(
    systemActor,
    async (tx) => {
      const { sender, email, linkId, expiresAt } = await requireViewer(services, tx, key)
      const documents = await listSharedDocuments(tx, linkId, services.clock.latest())
      return {
        sender,
        email,
        business: await findRecipientBusiness(tx, linkId),
        message: documents[0]?.message ?? null,
        expiresAt: expiresAt.toISOString(),
        documents,
        state: stateOf(documents),
      }
    },
    { readOnly: true },
  )
}

export function getEmailShareDocument(
  services: Services,
  key: ViewerKey,
  document: { id: string; version: number | undefined },
) {
  return services.database.transact(
    systemActor,
    async (tx) => {
      const { shared } = await requireShared(services, tx, key, document)
      return { pages: await listPages(tx, shared.id, shared.version) }
    },
    { readOnly: true },
  )
}

const stateOf = (documents: readonly SharedDocument[]): string =>
  createHash('sha256').update(JSON.stringify(documents)).digest('base64url').slice(0, 22)

/** Resolves as soon as the share differs from what the page shows; an ended link is `gone`. */
export async function awaitChange(
  services: Services,
  watch: ViewerWatch,
  key: ViewerKey,
  { state, signal }: { state: string; signal: AbortSignal },
): Promise<{ isChanged: boolean }> {
  const waiting = await watch.join(key.linkId)
  try {
    const now = await getEmailShare(services, key)
    if (now.state !== state) return { isChanged: true }
    const endsInMs = new Date(now.expiresAt).getTime() - services.clock.now().getTime()
    const hasChange = await waiting.until(Math.min(limits.viewerWaitMs, endsInMs), signal)
    // After a timeout the page asks again and gets the state of that moment.
    if (!hasChange) return { isChanged: false }
  } finally {
    waiting.leave()
  }
  const then = await getEmailShare(services, key)
  return { isChanged: then.state !== state }
}
