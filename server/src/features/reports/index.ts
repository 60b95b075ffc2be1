export { reportData } from './personal-data.ts'
export { reportRoutes } from './routes.ts'
export { reportJobHandlers } from './schedules.ts'
export { createTemplate } from './templates.ts'
