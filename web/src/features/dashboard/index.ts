export { UserDashboard } from './user-dashboard.tsx'
