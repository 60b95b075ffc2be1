import { type DocumentFailureCode, documentFailures } from '@exempta/contract/documents'
import type { Redaction } from '../../../platform/sandbox/sandbox.ts'

type RefusalReason = Extract<Redaction, { verdict: 'refused' }>['reason']

/** Does not compile when the engine has a reason that the contract has no words for. */
const failures: Record<RefusalReason, unknown> = documentFailures

/** The engine's reason in the words of the contract; what comes out of the sandbox is not trusted to be one. */
export const failureCodeOf = (untrustedReason: RefusalReason): DocumentFailureCode =>
  untrustedReason in failures ? untrustedReason : 'not-redacted'
