/**
 * Codes that prove an address: six digits, for ten minutes, once, five tries. What is stored is a keyed hash: six
 * digits alone would be found by trying.
 */
import { createHmac, randomInt } from 'node:crypto'
import { limits } from '@exempta/contract/limits'
import type { Services } from '../../platform/services.ts'

export const newCode = (): string =>
  String(randomInt(10 ** limits.twoFactorCodeDigits)).padStart(limits.twoFactorCodeDigits, '0')

export async function hashCode({ keys }: Services, linkId: string, code: string): Promise<Buffer> {
  const key = await keys.get('share-code')
  return createHmac('sha256', key).update(`${linkId} ${code}`).digest()
}
