export { carryExemption } from './carry-exemption.ts'
