export { apiV1Routes } from './routes.ts'
