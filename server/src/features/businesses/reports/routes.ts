import * as contract from '@exempta/contract/businesses/reports'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { downloadReport } from './download-report.ts'
import { getDashboard, getReport } from './reports.ts'

export const businessReportRoutes = (services: Services): Implementation[] => [
  implement(contract.getBusinessDashboard, ({ call }) => getDashboard(services, call)),
  implement(contract.getBusinessReport, ({ call, query }) => getReport(services, call, query)),
  implement(contract.downloadBusinessReport, ({ call, query }) => downloadReport(services, call, query)),
]
