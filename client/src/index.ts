/** The Business API of Exempta. Every call is a function with the name that the reference gives it. */
export { ApiProblem, connect } from './connect.ts'
export * from './generated/index.ts'
export { pages } from './pages.ts'
export { isFromExempta } from './webhooks.ts'
