export { businessReportRoutes } from './routes.ts'
