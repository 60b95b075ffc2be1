export { adminBusinessRoutes } from './routes.ts'
