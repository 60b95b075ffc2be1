export { applicationJobHandlers } from './expire-applications.ts'
export { applicationData, eraseApplications } from './own-data.ts'
export { applicationRoutes } from './routes.ts'
