import type { MemberRole } from '@exempta/contract/businesses'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { insertMember } from './queries.ts'

/** An active member from now on; whoever calls it leaves the audit row of why. */
export const addMember = (
  { clock }: Services,
  tx: Transaction,
  member: { businessId: string; userId: string; role: MemberRole },
): Promise<void> => insertMember(tx, member, clock.now())
