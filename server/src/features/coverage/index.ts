export { answerForProgram, answerForPrograms } from './answer-programs.ts'
export { createLocation } from './locations.ts'
export { findLocation } from './queries/locations.ts'
export { endCoverage, renewCoverage } from './renew-coverage.ts'
