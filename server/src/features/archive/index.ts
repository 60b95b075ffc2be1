export { importEmailed } from './import-emailed.ts'
