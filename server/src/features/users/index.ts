export { findPeople } from './queries.ts'
export { userRoutes } from './routes.ts'
