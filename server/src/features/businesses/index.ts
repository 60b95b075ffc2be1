export { createBusiness } from './create-business.ts'
