export { isRequestOver } from './answers/visit.ts'
