import { type CardSide, type DocumentFailureCode, documentFailures } from '@exempta/contract/documents'
import { type UploadRefusal, uploadRefusals } from '@exempta/contract/documents/files'
import { AppError } from '../app-error.ts'
import type { Services } from '../services.ts'
import { type Redaction, SandboxError } from './sandbox.ts'

const retryAfterSeconds = 5

type RefusalReason = Extract<Redaction, { verdict: 'refused' }>['reason']

/** Fails to compile if the engine has a reason without a text in the contract. */
const failures: Record<RefusalReason, unknown> = documentFailures

/**
 * Maps the engine's reason to a contract code. The sandbox's output is untrusted, so an unknown reason is
 * possible.
 */
export const failureCodeOf = (untrustedReason: RefusalReason): DocumentFailureCode =>
  untrustedReason in failures ? untrustedReason : 'not-redacted'

/** Why a photo was refused, in words for the person who took it. */
interface CardRefusal {
  verdict: 'refused'
  code: Extract<UploadRefusal, 'not-processed' | 'card-refused'>
  text: string
}

/** Redacts a photo of a card that someone waits for. */
export async function redactCard(
  { sandbox }: Services,
  untrustedBytes: Buffer,
  side: CardSide,
  signal: AbortSignal,
): Promise<Exclude<Redaction, { verdict: 'refused' }> | CardRefusal> {
  try {
    const result = await sandbox.redact(untrustedBytes, { card: side, whenFull: 'fail', signal })
    if (result.verdict !== 'refused') return result
    const { text } = documentFailures[failureCodeOf(result.reason)]
    return { verdict: 'refused', code: 'card-refused', text }
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.failure === 'busy' || error.failure === 'closed') {
      throw new AppError('unavailable', { cause: error, retryAfterSeconds })
    }
    return { verdict: 'refused', code: 'not-processed', text: uploadRefusals['not-processed'] }
  }
}
