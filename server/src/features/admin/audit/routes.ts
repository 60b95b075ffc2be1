import * as contract from '@exempta/contract/admin/audit'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { downloadAuditLog, listAuditLog } from './audit-log.ts'
import { getVerification, requestVerification } from './verification.ts'

export const auditLogRoutes = (services: Services): Implementation[] => [
  implement(contract.listAuditLog, ({ call, query }) => listAuditLog(services, call, query)),
  implement(contract.downloadAuditLog, ({ call, query }) => downloadAuditLog(services, call, query)),
  implement(contract.getAuditVerification, async ({ call }) => ({
    verification: await getVerification(services, call),
  })),
  implement(contract.verifyAuditLog, async ({ call }) => ({
    verification: await requestVerification(services, call),
  })),
]
