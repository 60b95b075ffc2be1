export { eraseExports } from './erase-exports.ts'
export { type PersonalData, privacyJobHandlers } from './jobs.ts'
export { privacyData } from './own-data.ts'
export { privacyRoutes } from './routes.ts'
