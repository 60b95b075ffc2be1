/**
 * Links that open something once: in mails, and on the console for the first administrator. Only a hash of the
 * token is stored. It stands behind the hash sign of the address, which browsers never send: no proxy or log
 * sees it, and opening the page changes nothing until its button is pressed.
 */
import { limits } from '@exempta/contract/limits'
import type { Transaction } from '../db/database.ts'
import { type PublicLink, secretLink } from '../email/links.ts'
import { hashToken, randomToken } from '../identifiers.ts'
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
  'choose-password': { page: '/reset-password', lifeMs: limits.choosePasswordLinkMs },
  'verify-email': { page: '/verify-email', lifeMs: limits.emailLinkMs },
  'change-email': { page: '/change-email', lifeMs: limits.emailLinkMs },
  invitation: { page: '/invitation', lifeMs: limits.invitationMs },
  chat: { page: '/support', lifeMs: limits.chatLinkMs },
} as const satisfies Record<LinkPurpose, { page: string; lifeMs: number }>

export const linkPurposes = Object.keys(purposes) as LinkPurpose[]

/** Each answer that is emailed has its link, and people open any of these emails. */
const keepsOlder = (purpose: LinkPurpose) => purpose === 'chat'

export interface NewLink extends LinkOwner {
  purpose: LinkPurpose
  /** The address that using the link proves. */
  email?: string
}

type LinkServices = Pick<Services, 'clock' | 'publicUrl'>

/**
 * Built from the configured public address alone, whatever the request said. Links of the same purpose that the
 * owner got before stop working: an old email in somebody else's hands opens nothing.
 */
export async function issueLink(
  { clock, publicUrl }: LinkServices,
  tx: Transaction,
  { purpose, personId, subjectId, email }: NewLink,
): Promise<PublicLink> {
  const token = randomToken()
  const now = clock.latest()
  const { page, lifeMs } = purposes[purpose]
  if (!keepsOlder(purpose)) await revokeLinks(tx, { personId, subjectId }, purpose)
  await insertLink(tx, {
    token_hash: hashToken(token),
    purpose,
    user_id: personId ?? null,
    subject_id: subjectId ?? null,
    email: email ?? null,
    created_at: now,
    expires_at: new Date(now.getTime() + lifeMs),
  })
  return secretLink(publicUrl, page, { token })
}

/** Looks without using it up; undefined when it is unknown, used, over or for something else. */
export const findLink = (
  { clock }: LinkServices,
  tx: Transaction,
  token: string,
  ...among: LinkPurpose[]
): Promise<LinkRow | undefined> => selectLink(tx, hashToken(token), among, clock.latest())

/** Uses the link up: of two callers with the same link only one gets it. */
export const takeLink = (
  { clock }: LinkServices,
  tx: Transaction,
  token: string,
  ...among: LinkPurpose[]
): Promise<LinkRow | undefined> => deleteLink(tx, hashToken(token), among, clock.latest())

/** What was sent before stops working. */
export const revokeLinks = (tx: Transaction, owner: LinkOwner, ...which: LinkPurpose[]): Promise<void> =>
  deleteLinksOf(tx, owner, which)
