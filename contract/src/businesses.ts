import { z } from 'zod'
import { accountLimits } from './accounts/limits.ts'
import { OneLine } from './text.ts'

export const BusinessName = OneLine(accountLimits.nameLength, { missing: 'Please enter a business name' })

export const businessStatuses = ['active', 'inactive', 'pending'] as const
export const BusinessStatus = z.enum(businessStatuses)
export type BusinessStatus = z.infer<typeof BusinessStatus>

export const memberRoles = ['viewer', 'manager'] as const
export const MemberRole = z.enum(memberRoles)
export type MemberRole = z.infer<typeof MemberRole>

export const memberStatuses = ['active', 'pending'] as const
export const MemberStatus = z.enum(memberStatuses)
export type MemberStatus = z.infer<typeof MemberStatus>

/** The business a person works for, and their role in it. */
export const BusinessMembership = z.object({
  id: z.uuid(),
  name: z.string(),
  status: BusinessStatus,
  role: MemberRole,
  memberStatus: MemberStatus,
})
export type BusinessMembership = z.infer<typeof BusinessMembership>
