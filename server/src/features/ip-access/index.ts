export { ipAccessRoutes } from './routes.ts'
