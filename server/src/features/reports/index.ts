export { createTemplate } from './templates.ts'
