import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { countPreview, previewRulesJob } from './rules-files.ts'

export const rulesJobHandlers = (services: Services): JobHandler[] => [
  handle(previewRulesJob, ({ id }, job) => countPreview(services, id, job)),
]
