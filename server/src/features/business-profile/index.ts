export { getProfile } from './get-profile.ts'
export { businessProfileRoutes } from './routes.ts'
export { updateProfile } from './update-profile.ts'
