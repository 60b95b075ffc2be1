export { confirmExemption, getReading } from './reading/confirm-exemption.ts'
export { isCertainFor, warningsOn, warningsOnReading } from './reading/notes.ts'
export { type ExemptionRow, findExemption } from './reading/queries.ts'
export { asReading, hasSameContent } from './reading/read-certificates.ts'
