export { businessProfileRoutes } from './routes.ts'
