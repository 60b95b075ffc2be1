export { AdminReports } from './admin-reports.tsx'
