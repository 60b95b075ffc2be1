import * as administration from '@exempta/contract/businesses/administration'
import * as invitations from '@exempta/contract/businesses/invitations'
import { businessLimits } from '@exempta/contract/businesses/limits'
import * as networkLists from '@exempta/contract/businesses/network-lists'
import * as profile from '@exempta/contract/businesses/profile'
import * as reports from '@exempta/contract/businesses/reports'
import * as team from '@exempta/contract/businesses/team'
import { personOf } from '../../platform/call.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { limits } from '../../platform/limits.ts'
import { sourceOf } from '../../platform/network-address.ts'
import type { Services } from '../../platform/services.ts'
import { ArrivingBody, UploadSlots } from '../../platform/upload-slots.ts'
import { currentSession, type EnterSession, type SessionReader } from '../accounts/index.ts'
import {
  createBusiness,
  listBusinesses,
  listTypes,
  readBusiness,
  updateBusiness,
} from './administration/businesses.ts'
import { changeBusinessStatus, removeBusiness } from './administration/change-business.ts'
import {
  addEvidence,
  downloadEvidence,
  getEvidence,
  readEvidence,
  removeEvidence,
} from './administration/evidence.ts'
import { addMember, listMembers, updateMember } from './administration/members.ts'
import { acceptInvitation, joinBusiness, lookUpInvitation } from './invitations/accept-invitation.ts'
import { inviteMember, listInvitations, revokeInvitation } from './invitations/invitations.ts'
import {
  getAdminIpList,
  getBusinessIpList,
  updateAdminIpList,
  updateBusinessIpList,
} from './network-lists/network-lists.ts'
import { changeEmailPreferences, getEmailPreferences, getProfile, updateProfile } from './profile/profile.ts'
import { downloadReport } from './reports/download-report.ts'
import { getDashboard, getReport } from './reports/reports.ts'
import {
  listMembers as listTeamMembers,
  removeMember as removeTeamMember,
  updateMember as updateTeamMember,
} from './team/team.ts'

export const adminBusinessRoutes = (services: Services): Implementation[] => [
  implement(administration.listBusinesses, ({ call, query }) => listBusinesses(services, call, query)),
  implement(administration.listBusinessTypes, async ({ call }) => ({
    types: await listTypes(services, call),
  })),
  implement(administration.createBusiness, ({ call, body }) => createBusiness(services, call, body)),
  implement(administration.getBusiness, ({ call, params }) =>
    readBusiness(services, personOf(call), params.id),
  ),
  implement(administration.updateBusiness, ({ call, params, body }) =>
    updateBusiness(services, call, { ...params, ...body }),
  ),
  implement(administration.changeBusinessStatus, ({ call, params, body }) =>
    changeBusinessStatus(services, call, { ...params, ...body }),
  ),
  implement(administration.removeBusiness, async ({ call, params, body }) => {
    await removeBusiness(services, call, { ...params, ...body })
    return undefined
  }),
  implement(administration.listBusinessMembers, ({ call, params, query }) =>
    listMembers(services, call, { ...params, ...query }),
  ),
  implement(administration.addBusinessMember, ({ call, params, body }) =>
    addMember(services, call, { ...params, ...body }),
  ),
  implement(administration.updateBusinessMember, ({ call, params, body }) =>
    updateMember(services, call, { ...params, ...body }),
  ),
  ...evidenceRoutes(services),
]

const uploadLimits = { files: 1, fieldBytes: 4 * businessLimits.evidenceNoteLength }

function evidenceRoutes(services: Services): Implementation[] {
  const slots = new UploadSlots({
    total: limits.resumesInMemory,
    perSource: limits.resumesInMemoryPerSource,
  })
  return [
    implement(administration.listBusinessEvidence, async ({ call, params }) => ({
      items: await getEvidence(services, call, params.id),
    })),
    implement(administration.addBusinessEvidence, ({ call, params, request }) => {
      const arriving = new ArrivingBody(services.clock, { source: sourceOf(request.ip) })
      return slots.use(arriving, async (slot) => {
        await services.files.requireFreeSpace()
        const sent = await readEvidence(readUpload(request.raw, arriving, uploadLimits))
        slot.bodyArrived()
        return addEvidence(services, call, params.id, sent)
      })
    }),
    implement(administration.downloadBusinessEvidence, ({ call, params }) =>
      downloadEvidence(services, call, params),
    ),
    implement(administration.removeBusinessEvidence, async ({ call, params }) => {
      await removeEvidence(services, call, params)
      return undefined
    }),
  ]
}

export function invitationRoutes(
  services: Services,
  sessions: SessionReader,
  enter: EnterSession,
): Implementation[] {
  return [
    implement(invitations.listInvitations, async ({ call }) => ({
      invitations: await listInvitations(services, call),
    })),
    implement(invitations.inviteMember, ({ call, body }) => inviteMember(services, call, body)),
    implement(invitations.revokeInvitation, async ({ call, params }) => {
      await revokeInvitation(services, call, params.id)
      return undefined
    }),
    implement(invitations.getInvitation, async ({ body }) => {
      const { businessName, ...invitation } = await lookUpInvitation(services, body.token)
      return { ...invitation, business: businessName }
    }),
    implement(invitations.acceptInvitation, async ({ call, body, request, reply }) =>
      enter({ request, reply }, await acceptInvitation(services, call, body)),
    ),
    implement(invitations.joinBusiness, async ({ call, body, request, reply }) => {
      const { id: sessionId } = await currentSession(sessions, request)
      return enter({ request, reply }, await joinBusiness(services, call, { ...body, sessionId }))
    }),
  ]
}

export function ipAccessRoutes(services: Services): Implementation[] {
  return [
    implement(networkLists.getAdminIpList, ({ call }) => getAdminIpList(services, call)),
    implement(networkLists.updateAdminIpList, async ({ call, body }) => {
      await updateAdminIpList(services, call, body)
      return getAdminIpList(services, call)
    }),
    implement(networkLists.getBusinessIpList, ({ call }) => getBusinessIpList(services, call)),
    implement(networkLists.updateBusinessIpList, async ({ call, body }) => {
      await updateBusinessIpList(services, call, body)
      return getBusinessIpList(services, call)
    }),
  ]
}

export const businessProfileRoutes = (services: Services): Implementation[] => [
  implement(profile.getBusinessProfile, ({ call }) => getProfile(services, call)),
  implement(profile.updateBusinessProfile, ({ call, body }) => updateProfile(services, call, body)),
  implement(profile.getBusinessEmailPreferences, ({ call }) => getEmailPreferences(services, call)),
  implement(profile.updateBusinessEmailPreferences, async ({ call, body }) => {
    await changeEmailPreferences(services, call, body)
    return body
  }),
]

export const businessReportRoutes = (services: Services): Implementation[] => [
  implement(reports.getBusinessDashboard, ({ call }) => getDashboard(services, call)),
  implement(reports.getBusinessReport, ({ call, query }) => getReport(services, call, query)),
  implement(reports.downloadBusinessReport, ({ call, query }) => downloadReport(services, call, query)),
]

export const teamRoutes = (services: Services): Implementation[] => [
  implement(team.listMembers, ({ call, query }) => listTeamMembers(services, call, query)),
  implement(team.updateMember, ({ call, params, body }) =>
    updateTeamMember(services, call, { ...params, ...body }),
  ),
  implement(team.removeMember, async ({ call, params }) => {
    await removeTeamMember(services, call, params.id)
    return undefined
  }),
]
