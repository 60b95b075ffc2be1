export { auditLogJobHandlers } from './jobs.ts'
export { auditLogRoutes } from './routes.ts'
