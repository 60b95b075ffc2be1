export { closeAccount } from './erasure.ts'
