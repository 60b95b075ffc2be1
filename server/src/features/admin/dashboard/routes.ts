import * as contract from '@exempta/contract/admin/dashboard'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { getAdminDashboard } from './dashboard.ts'

export const adminDashboardRoutes = (services: Services): Implementation[] => [
  implement(contract.getAdminDashboard, ({ call }) => getAdminDashboard(services, call)),
]
