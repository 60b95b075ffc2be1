export { eraseInvitations, invitationData } from './own-data.ts'
export { invitationRoutes } from './routes.ts'
export { invitationJobHandlers } from './sweep-invitations.ts'
