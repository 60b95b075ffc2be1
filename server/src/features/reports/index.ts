export { createTemplate } from './create-template.ts'
export { reportJobHandlers } from './mail-scheduled-reports.ts'
export { reportData } from './own-data.ts'
export { reportRoutes } from './routes.ts'
