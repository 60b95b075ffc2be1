import type { BusinessMember } from '@exempta/contract/admin-businesses'
import type { MemberRole } from '@exempta/contract/businesses'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { refreshConnections } from '../../platform/realtime/dismiss-connections.ts'
import type { Services } from '../../platform/services.ts'
import { createPerson } from '../accounts/index.ts'
import { addMember as joinTeam } from '../businesses/index.ts'
import { withdrawInvitation } from '../invitations/index.ts'
import { notify } from '../notifications/index.ts'
import { changeBusiness, tellOfBusiness } from './change-business.ts'
import { readMember } from './list-members.ts'
import { findByAddress } from './queries/members.ts'

export interface NewMember {
  /** Of the business. */
  id: string
  name: string
  email: string
  role: MemberRole
}

/** Makes the account, which is opened by a link in the mail; somebody who left another business comes with the own. */
export async function addMember(
  services: Services,
  call: Call,
  { id: businessId, name, email, role }: NewMember,
): Promise<BusinessMember> {
  const userId = await changeBusiness(services, call, businessId, async (tx, business) => {
    const known = await findFree(tx, businessId, email)
    const userId = known ?? (await createPerson(services, tx, call, { name, email, role: 'business' }))
    await joinTeam(services, tx, { businessId, userId, role })
    await withdrawInvitation(tx, { businessId, email })
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'member.create',
      target: { kind: 'person', id: userId },
      details: { business: businessId, role },
    })
    if (known) {
      await refreshConnections(tx, known)
      await notify(services, tx, {
        audience: { kind: 'person', id: known },
        type: 'businesses',
        title: 'You work for a business now',
        message: `An administrator made you a ${role} of ${business.name}.`,
        link: '/business/dashboard',
      })
    }
    await tellOfBusiness(tx, businessId)
    return userId
  })
  return readMember(services, personOf(call), { user_id: userId })
}

/** One account has one role and one business. Undefined when nobody has the address. */
async function findFree(tx: Transaction, businessId: string, email: string): Promise<string | undefined> {
  const known = await findByAddress(tx, email)
  if (!known) return undefined
  if (known.business_id === businessId) {
    throw new AppError('conflict', { text: 'This person already works for this business.' })
  }
  const isFree = known.role === 'business' && known.status === 'active' && known.business_id === null
  if (!isFree) throw new AppError('cannot-be-invited')
  // Anybody can register with anybody's address: whoever typed it in there need not be who is meant here.
  if (!known.email_verified_at) {
    throw new AppError('cannot-be-invited', {
      text: 'An account with this address exists, but its owner has not confirmed the address yet. Ask them to confirm it first.',
    })
  }
  return known.id
}
