import { createHash } from 'node:crypto'
import type { EmailShare } from '@exempta/contract/sharing/email-links'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { awaitChange, type ViewerWatch } from '../../../platform/viewer-watch.ts'
import { findRecipientBusiness, listPages, listSharedDocuments, type SharedDocument } from './queries.ts'
import { requireShared, requireViewer, type ViewerKey } from './viewer.ts'

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
export const awaitShareChange = (
  services: Services,
  watch: ViewerWatch,
  key: ViewerKey,
  shown: { state: string; signal: AbortSignal },
): Promise<{ isChanged: boolean }> =>
  awaitChange(services, watch, { id: key.linkId, ...shown }, () => getEmailShare(services, key))
