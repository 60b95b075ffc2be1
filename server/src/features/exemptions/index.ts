export { carryExemption } from './carry-exemption.ts'
export { isCertainFor } from './notes.ts'
export { findExemption } from './queries.ts'
export { asReading, saysTheSame } from './read-certificates.ts'
