export { answerForProgram, answerForPrograms, explainTaxForProgram } from './answer-programs.ts'
export {
  type Behind,
  behind,
  certificateOf,
  type OpenCertificates,
  openCertificates,
  whichAreOpen,
} from './certificate-behind.ts'
export { listCustomerAnswers } from './customer-page.ts'
export { searchCustomers } from './customers.ts'
export { type Decision, decideSale, type KnownCertificate } from './decide-sale.ts'
export { openKeptCopy } from './kept-copies.ts'
export { limits as receiptLimits } from './limits.ts'
export { createLocation } from './locations.ts'
export { previewRules } from './preview-rules.ts'
export { certificatesForState } from './queries/certificates.ts'
export { findCovered } from './queries/customers.ts'
export { findLocation } from './queries/locations.ts'
export { noteTaxOfListed } from './queries/receipts.ts'
export { endCoverage, renewCoverage } from './renew-coverage.ts'
export { isInTheFuture, isTooLongAgo } from './sale-days.ts'
export { explainTax } from './why-taxed.ts'
