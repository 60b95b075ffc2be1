export { receivedRoutes } from './routes.ts'
