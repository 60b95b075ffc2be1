/**
 * Links that work once: in emails, and on the console for the first administrator. Only a hash of the token is
 * stored. The token is in the fragment of the address, which browsers never send, so no proxy or log sees it. Opening
 * the page changes nothing until its button is pressed.
 */

import { accountLimits } from '@exempta/contract/accounts/limits'
import { businessLimits } from '@exempta/contract/businesses/limits'
import type { Transaction } from '../db/database.ts'
import { type PublicLink, secretLink } from '../email/links.ts'
import { hashToken, randomToken } from '../identifiers.ts'
import { limits } from '../limits.ts'
import type { Services } from '../services.ts'
import {
  deleteLink,
  deleteLinksOf,
  insertLink,
  type LinkOwner,
  type LinkPurpose,
  type LinkRow,
  selectLink,
} from './queries.ts'

const purposes = {
  'set-up': { page: '/setup', lifeMs: limits.setUpLinkMs },
  'reset-password': { page: '/reset-password', lifeMs: limits.resetLinkMs },
  'choose-password': { page: '/reset-password', lifeMs: accountLimits.choosePasswordLinkMs },
  'verify-email': { page: '/verify-email', lifeMs: limits.emailLinkMs },
  'change-email': { page: '/change-email', lifeMs: limits.emailLinkMs },
  invitation: { page: '/invitation', lifeMs: businessLimits.invitationMs },
  chat: { page: '/support', lifeMs: limits.chatLinkMs },
} as const satisfies Record<LinkPurpose, { page: string; lifeMs: number }>

export const linkPurposes = Object.keys(purposes) as LinkPurpose[]

/** Each answer that is emailed has its link, and people open any of these emails. */
const keepsOlder = (purpose: LinkPurpose) => purpose === 'chat'

export interface NewLink extends LinkOwner {
  purpose: LinkPurpose
  /** The email address that using the link confirms. */
  email?: string
}

type LinkServices = Pick<Services, 'clock' | 'publicUrl'>

/**
 * Built only from the configured public address, regardless of the request. Earlier links of the same owner and
 * purpose stop working, so an old email in the wrong hands opens nothing.
 */
export async function issueLink(
  { clock, publicUrl }: LinkServices,
  tx: Transaction,
  { purpose, personId, subjectId, email }: NewLink,
): Promise<PublicLink> {
  const token = randomToken()
  const now = clock.latest()
  const { page, lifeMs } = purposes[purpose]
  const expiresAt = new Date(now.getTime() + lifeMs)
  if (!keepsOlder(purpose)) await revokeLinks(tx, { personId, subjectId }, purpose)
  await insertLink(tx, {
    token_hash: hashToken(token),
    purpose,
    user_id: personId ?? null,
    subject_id: subjectId ?? null,
    email: email ?? null,
    created_at: now,
    expires_at: expiresAt,
  })
  return secretLink(publicUrl, page, { token }, expiresAt)
}

/** Reads the link without using it; undefined when it is unknown, used, expired or for another purpose. */
export const findLink = (
  { clock }: LinkServices,
  tx: Transaction,
  token: string,
  ...among: LinkPurpose[]
): Promise<LinkRow | undefined> => selectLink(tx, hashToken(token), among, clock.latest())

/** Uses the link. Of two callers with the same link, only one succeeds. */
export const takeLink = (
  { clock }: LinkServices,
  tx: Transaction,
  token: string,
  ...among: LinkPurpose[]
): Promise<LinkRow | undefined> => deleteLink(tx, hashToken(token), among, clock.latest())

/** Earlier links stop working. */
export const revokeLinks = (tx: Transaction, owner: LinkOwner, ...which: LinkPurpose[]): Promise<void> =>
  deleteLinksOf(tx, owner, which)
