import * as contract from '@exempta/contract/reports'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { downloadReport } from './download-report.ts'
import { runReport } from './run-report.ts'
import { scheduleTemplate } from './schedules.ts'
import { createTemplate, listTemplates, removeTemplate, updateTemplate } from './templates.ts'

export const reportRoutes = (services: Services): Implementation[] => [
  implement(contract.runReport, ({ call, body }) => runReport(services, call, body)),
  implement(contract.downloadReport, ({ call, query }) => downloadReport(services, call, query.definition)),
  implement(contract.listReportTemplates, ({ call }) => listTemplates(services, call)),
  implement(contract.createReportTemplate, ({ call, body }) => createTemplate(services, call, body)),
  implement(contract.updateReportTemplate, ({ call, params, body }) =>
    updateTemplate(services, call, params.id, body),
  ),
  implement(contract.removeReportTemplate, ({ call, params }) => removeTemplate(services, call, params.id)),
  implement(contract.scheduleReportTemplate, ({ call, params, body }) =>
    scheduleTemplate(services, call, params.id, body.schedule),
  ),
]
