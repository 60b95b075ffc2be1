export { createBusiness } from './create-business.ts'
export { requireManager, requireMember } from './require-member.ts'
