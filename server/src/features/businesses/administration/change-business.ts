import type { BusinessStatus } from '@exempta/contract/businesses'
import type { Business, BusinessStatusChange } from '@exempta/contract/businesses/administration'
import { cleanLine } from '@exempta/contract/text'
import { AppError } from '../../../platform/app-error.ts'
import { deleteChangesTo } from '../../../platform/audit/queries.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { publish } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { notify } from '../../notifications/index.ts'
import { type BusinessRow, listMemberIds } from '../queries.ts'
import { changeBusiness, publishBusiness, readBusiness } from './businesses.ts'
import { shredEvidenceOf } from './evidence.ts'
import { deleteBusiness, saveBusiness } from './queries/businesses.ts'

/**
 * Saved with one click, and refused if the business has changed since it was shown, so that nobody verifies a
 * name they have not seen.
 */
export async function changeBusinessStatus(
  services: Services,
  call: Call,
  { id, ...standing }: BusinessStatusChange & { id: string },
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
      changes:
        'status' in change
          ? { status: [before.status, change.status] }
          : { verified: [before.verified, change.verified] },
    })
    await notify(services, tx, {
      audience: { kind: 'business', id },
      type: 'businesses',
      ...('status' in change
        ? statusNotice(before.name, change.status)
        : verifiedNotice(before.name, change)),
      link: '/business/dashboard',
      alsoByEmail: true,
    })
    await publishBusiness(tx, id)
  })
  return readBusiness(services, personOf(call), id)
}

type Change = { status: BusinessStatus } | { verified: boolean }

const isSame = (before: BusinessRow, change: Change) =>
  'status' in change ? before.status === change.status : before.verified === change.verified

const statusNotice = (name: string, status: BusinessStatus) =>
  ({
    active: { title: `${name} is active`, message: `${name} can receive documents now.` },
    inactive: {
      title: `${name} is inactive`,
      message:
        'An administrator made your business inactive. You can still view and download documents, but you can’t receive or review documents or invite team members.',
    },
    pending: {
      title: `${name} is pending`,
      message: `${name} can’t receive documents until an administrator activates it.`,
    },
  })[status]

const verifiedNotice = (name: string, { verified }: { verified: boolean }) =>
  verified
    ? {
        title: `${name} is verified`,
        message: 'People now see a verified badge next to your business’s name.',
      }
    : {
        title: `${name} is no longer verified`,
        message: 'An administrator needs to verify your business again.',
      }

/** Deletes the business with its people's accounts, ends what was shared with it and notifies the owners. */
export function removeBusiness(
  services: Services,
  call: Call,
  { id, name }: { id: string; name: string },
): Promise<void> {
  return changeBusiness(services, call, id, async (tx, business) => {
    // Names saved before text was cleaned may still contain double spaces.
    if (cleanLine(business.name) !== name) {
      throw new AppError('conflict', {
        text: 'That isn’t the name of the business. Reload the page and try again.',
      })
    }
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'business.remove',
      target: { kind: 'business', id },
      details: { members: business.user_count },
    })
    const memberIds = await listMemberIds(tx, id)
    await services.hooks.run(tx, 'businessRemoved', { call, business, memberIds })
    await shredEvidenceOf(services, tx, id)
    await deleteChangesTo(tx, 'business', id)
    await deleteBusiness(tx, id)
    publish(tx, 'role:admin', 'changed', { topic: 'admin', ids: [id] })
  })
}
