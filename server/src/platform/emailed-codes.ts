/**
 * Codes that confirm an address: six digits, valid once, for ten minutes and five attempts. Only a keyed hash is stored,
 * because a plain hash of six digits can be brute-forced.
 */
import { createHmac, randomInt } from 'node:crypto'
import { accountLimits } from '@exempta/contract/accounts/limits'
import { AppError } from './app-error.ts'
import { limits } from './limits.ts'
import type { Services } from './services.ts'

export const newEmailedCode = (): string =>
  String(randomInt(10 ** accountLimits.twoFactorCodeDigits)).padStart(accountLimits.twoFactorCodeDigits, '0')

/** The subject is what the code opens, so that it opens nothing else. */
export async function hashEmailedCode(
  { keys }: Pick<Services, 'keys'>,
  subject: string,
  code: string,
): Promise<Buffer> {
  return createHmac('sha256', await keys.get('share-code'))
    .update(`${subject} ${code}`)
    .digest()
}

/** One code a minute. */
export function refuseCodeTooSoon(sentAt: Date | null | undefined, now: Date): void {
  const waitMs = sentAt ? sentAt.getTime() + limits.shareCodeResendMs - now.getTime() : 0
  if (waitMs <= 0) return
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  const text = `We just sent you a code. Check your inbox, or ask for a new code in ${retryAfterSeconds} seconds.`
  throw new AppError('too-many-requests', { retryAfterSeconds, text })
}
