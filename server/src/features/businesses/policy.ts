import type { BusinessStatus, MemberRole, MemberStatus } from '@exempta/contract/businesses'

/** How a person belongs to a business. */
export interface Member {
  businessId: string
  businessName: string
  businessStatus: BusinessStatus
  role: MemberRole
  status: MemberStatus
}

/** A pending member is outside the business. */
export const mayUseBusiness = (member: Member | undefined): member is Member => member?.status === 'active'

export const mayManageBusiness = (member: Member | undefined): member is Member =>
  mayUseBusiness(member) && member.role === 'manager'

/** Only an active business reviews what it received. */
export const mayReview = (member: Member | undefined): member is Member =>
  mayManageBusiness(member) && member.businessStatus === 'active'

/** An inactive business keeps what it has and takes in nothing new. */
export const mayInvite = (member: Member | undefined): member is Member =>
  mayManageBusiness(member) && member.businessStatus !== 'inactive'
