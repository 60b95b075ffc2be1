export { confirmExemption, getReading } from './reading/confirm-exemption.ts'
export { factsIn, isCertainFor, warningsOn, warningsOnReading } from './reading/notes.ts'
export { type ExemptionRow, findExemption } from './reading/queries.ts'
export { asExemption, asReading, hasSameContent } from './reading/read-certificates.ts'
export {
  asksOf,
  type Contents,
  hasKinds,
  leftBlankOn,
  linesOf,
  type Paper,
} from './signing/made-paper.ts'
export { type Evidence, fillIn, makeSignedFile } from './signing/make-file.ts'
export { printable, unprintable } from './signing/printable.ts'
export { findSigned } from './signing/queries.ts'
export { exemptionOf, stateSigned } from './signing/state-signed.ts'
