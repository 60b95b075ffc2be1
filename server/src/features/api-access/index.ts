export { keyReader } from './read-key.ts'
export { apiAccessRoutes } from './routes.ts'
