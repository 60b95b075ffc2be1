import { type DocumentFailureCode, documentFailures } from '@exempta/contract/documents'

/** The engine's reasons for refusing a file, in the words of the contract; one it does not know fails closed. */
export const failureCodeOf = (reason: string): DocumentFailureCode =>
  reason in documentFailures ? (reason as DocumentFailureCode) : 'not-redacted'
