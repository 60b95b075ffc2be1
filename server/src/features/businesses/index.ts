export { isLastOfCustomer, listReaders } from './emails/queries.ts'
export { announceReceived } from './emails/received-emails.ts'
export { withdrawInvitation } from './invitations/invitations.ts'
export {
  addMember,
  businessOf,
  createBusiness,
  refuseLastManager,
  requireCustomerEditor,
  requireManager,
  requireMember,
  requireReviewer,
} from './membership.ts'
export { hasOtherManager, lockBusiness, type Member } from './queries.ts'
export { changeRole, listMembers } from './team/team.ts'
