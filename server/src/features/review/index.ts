export { proofFile } from './proofs.ts'
export { findReceivedDocumentId, getReceived, listReceived, listReceivedHistory } from './received.ts'
export { rejectReceived, verifyReceived } from './review-received.ts'
export { createVerification, listVerifications } from './verifications.ts'
