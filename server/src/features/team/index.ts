export { firstMembers } from './first-members.ts'
export { teamRoutes } from './routes.ts'
