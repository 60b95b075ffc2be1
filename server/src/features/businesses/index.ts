export type { Member } from './membership.ts'
export {
  addMember,
  createBusiness,
  refuseLastManager,
  requireInviter,
  requireManager,
  requireMember,
  requireReviewer,
} from './membership.ts'
export { membershipData } from './personal-data.ts'
