export { firstMembers } from './first-members.ts'
export { listMembers } from './list-members.ts'
export { teamRoutes } from './routes.ts'
