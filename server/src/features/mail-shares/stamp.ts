import { AppError } from '../../platform/app-error.ts'
import { SandboxError } from '../../platform/sandbox/sandbox.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from './viewer.ts'

const retryAfterSeconds = 5

/**
 * Writes who looks, and since when, all over a picture or every page of a PDF. What a sandboxed process has made
 * is opened in one again, never here.
 */
export async function stamp(
  { sandbox }: Pick<Services, 'sandbox'>,
  bytes: Uint8Array,
  { email, since }: Pick<Viewer, 'email' | 'since'>,
): Promise<Uint8Array> {
  const time = `${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  try {
    const result = await sandbox.redact(bytes, { boxes: [], stamp: [email, time], whenFull: 'queue' })
    if (result.verdict === 'refused') throw new Error(`A redacted file was refused: ${result.reason}.`)
    return result.output
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    throw new AppError('unavailable', { retryAfterSeconds, cause: error })
  }
}
