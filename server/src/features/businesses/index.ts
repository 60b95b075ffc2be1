export { createBusiness } from './create-business.ts'
export { refuseLastManager } from './last-manager.ts'
export { membershipData } from './own-data.ts'
export { requireManager, requireMember } from './require-member.ts'
