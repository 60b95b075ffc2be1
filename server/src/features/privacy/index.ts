export { closeAccount } from './erasure.ts'
export { type PersonalData, privacyJobHandlers } from './jobs.ts'
export { eraseExports, privacyData } from './personal-data.ts'
export { privacyRoutes } from './routes.ts'
