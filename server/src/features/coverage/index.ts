export { answerForProgram, answerForPrograms } from './answer-programs.ts'
export { endCoverage, renewCoverage } from './renew-coverage.ts'
