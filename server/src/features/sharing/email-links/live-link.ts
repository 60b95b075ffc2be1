import { AppError } from '../../../platform/app-error.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { hashToken } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import { findLiveLink, findRecipientBusiness, type LiveLink } from './queries.ts'

/** Shows enough to recognize your own address, too little to learn a stranger's: `m•••@example.org`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address.slice(0, at)
  return `${first}•••${address.slice(at)}`
}

/** Gives the same answer for unknown, revoked, expired and deleted links. */
export async function requireLiveLink(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  untrustedToken: string,
): Promise<LiveLink> {
  const link = await findLiveLink(tx, hashToken(untrustedToken), clock.latest())
  if (!link) throw new AppError('gone')
  return link
}

/**
 * Has no side effects: programs that open links in emails use nothing up. Whoever has the link learns what the email
 * with it says, the sender's name, and which business it is for.
 */
export function lookUpEmailShare(services: Services, untrustedToken: string) {
  return services.database.transact(
    systemActor,
    async (tx) => {
      const { id, sender, email } = await requireLiveLink(services, tx, untrustedToken)
      return { id, sender, email: maskedAddress(email), business: await findRecipientBusiness(tx, id) }
    },
    { readOnly: true },
  )
}

const emailSharePage = /^\/s\/([\w-]+)\/?$/

/** Whether the link of a share page has ended; undefined for any other path. */
export async function isEmailShareOver(services: Services, path: string): Promise<boolean | undefined> {
  const token = emailSharePage.exec(path)?.[1]
  if (token === undefined) return undefined
  const link = await services.database.transact(
    systemActor,
    (tx) => findLiveLink(tx, hashToken(token), services.clock.latest()),
    { readOnly: true },
  )
  return link === undefined
}
