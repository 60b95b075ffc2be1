import type { Transaction } from '../../../platform/db/database.ts'
import { randomToken } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import type { WebhookRow } from './queries/webhooks.ts'

const current = (ownerId: string) => ({ ownerId, purpose: 'webhook' }) as const
const old = (ownerId: string) => ({ ownerId, purpose: 'webhook-old' }) as const

/** Creates a sealed secret that is shown only once. Only the previous secret is kept beside it. */
export async function issueSecret(
  { secrets }: Services,
  tx: Transaction,
  webhookId: string,
): Promise<string> {
  const secret = `whsec_${randomToken()}`
  const before = await secrets.get(tx, current(webhookId))
  if (before) await secrets.put(tx, old(webhookId), before)
  await secrets.put(tx, current(webhookId), Buffer.from(secret))
  return secret
}

/** The secrets that sign now, newest first. */
export async function signingSecrets(
  { secrets, clock }: Services,
  tx: Transaction,
  { id, old_secret_until }: WebhookRow,
): Promise<Buffer[]> {
  const isOldValid = old_secret_until !== null && old_secret_until > clock.now()
  const found = [await secrets.get(tx, current(id)), isOldValid ? await secrets.get(tx, old(id)) : undefined]
  return found.filter((secret) => secret !== undefined)
}

export const forgetOldSecret = ({ secrets }: Services, tx: Transaction, webhookId: string): Promise<void> =>
  secrets.remove(tx, old(webhookId))
