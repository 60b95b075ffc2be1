export { settingRoutes } from './routes.ts'
