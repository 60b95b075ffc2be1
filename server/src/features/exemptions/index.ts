export { carryExemption } from './carry-exemption.ts'
export { findExemption } from './queries.ts'
export { asReading } from './read-certificates.ts'
