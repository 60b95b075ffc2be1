export { clearAdminIpList } from './clear-admin-ip-list.ts'
export { ipAccessRoutes } from './routes.ts'
