import type { Business, BusinessStanding } from '@exempta/contract/admin-businesses'
import type { BusinessStatus } from '@exempta/contract/businesses'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/index.ts'
import { readBusiness } from './as-business.ts'
import { changeBusiness, tellOfBusiness } from './change-business.ts'
import { type LockedBusiness, saveBusiness } from './queries/businesses.ts'

/**
 * Saved by one click, and refused when the business is no longer the one on the screen: nobody verifies a name that
 * was changed meanwhile.
 */
export async function setBusinessStanding(
  services: Services,
  call: Call,
  { id, ...standing }: BusinessStanding & { id: string },
): Promise<Business> {
  const at = services.clock.now()
  await changeBusiness(services, call, id, async (tx, before) => {
    if (before.profile_version !== standing.version) throw new AppError('conflict')
    const { version } = standing
    const change = 'status' in standing ? { status: standing.status } : { verified: standing.isVerified }
    if (isSame(before, change)) return
    await saveBusiness(tx, id, { version, ...change }, at)
    await recordAudit(tx, call, {
      at,
      action: 'business.update',
      target: { kind: 'business', id },
      details: change,
    })
    await notify(services, tx, {
      audience: { kind: 'business', id },
      type: 'businesses',
      ...('status' in change
        ? statusNotice(before.name, change.status)
        : verifiedNotice(before.name, change)),
      link: '/business/dashboard',
      alsoByMail: true,
    })
    await tellOfBusiness(tx, id)
  })
  return readBusiness(services, personOf(call), id)
}

type Change = { status: BusinessStatus } | { verified: boolean }

const isSame = (before: LockedBusiness, change: Change) =>
  'status' in change ? before.status === change.status : before.verified === change.verified

const statusNotice = (name: string, status: BusinessStatus) =>
  ({
    active: { title: 'Your business is active', message: `${name} can receive documents now.` },
    inactive: {
      title: 'Your business is inactive',
      message: `${name} keeps what it has. It receives no new documents, reviews none and invites nobody.`,
    },
    pending: {
      title: 'Your business waits to be activated',
      message: `${name} receives no documents until an administrator activates it again.`,
    },
  })[status]

const verifiedNotice = (name: string, { verified }: { verified: boolean }) =>
  verified
    ? { title: 'Your business is verified', message: `People who share see that ${name} was checked.` }
    : { title: 'Your business is no longer verified', message: `${name} has to be checked again.` }
