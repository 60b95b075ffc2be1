import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { anonymousActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { findLink, takeLink } from '../../../platform/one-time-links/one-time-links.ts'
import type { LinkPurpose, LinkRow } from '../../../platform/one-time-links/queries.ts'
import type { Services } from '../../../platform/services.ts'
import { type LockedPerson, lockPerson } from '../queries/accounts.ts'

/** Uses up a link emailed to an active person, or to a guest, and locks the person's row; an invalid link is `gone`. */
export async function takePersonLink(
  services: Services,
  tx: Transaction,
  token: string,
  ...purposes: LinkPurpose[]
): Promise<{ person: LockedPerson; link: LinkRow }> {
  const found = await findLink(services, tx, token, ...purposes)
  const person = found?.user_id ? await lockPerson(tx, found.user_id) : undefined
  const link = await takeLink(services, tx, token, ...purposes)
  const isOpen = person?.status === 'active' || person?.status === 'guest'
  if (!person || !isOpen || !link) throw new AppError('gone')
  return { person, link }
}

/** Attributes the action to the link's holder, even if someone else is logged in in that browser. */
export const asLinkHolder = (call: Call): Call => ({ ...call, actor: anonymousActor })
