import { createHash, randomInt } from 'node:crypto'
import { limits } from '@exempta/contract/limits'
import { hashRaw } from '@node-rs/argon2'
import type { Transaction } from '../../../platform/db/database.ts'
import { replaceCodes } from '../queries/two-factor.ts'

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const codeLength = 10

const generateCode = () =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Slow like a password's, but with one salt for each person: a code is then found by its hash, in one look-up. */
export function hashBackupCode(personId: string, code: string): Promise<Buffer> {
  const salt = createHash('sha256').update(`exempta backup codes\0${personId}`).digest().subarray(0, 16)
  return hashRaw(code, { salt, memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}

/** Hashing takes a while and needs no database: done before the transaction, so that none is held open. */
export async function prepareBackupCodes(personId: string) {
  const codes = Array.from({ length: limits.backupCodes }, generateCode)
  const hashes: Buffer[] = []
  for (const code of codes) hashes.push(await hashBackupCode(personId, code))
  return async (tx: Transaction): Promise<string[]> => {
    await replaceCodes(tx, personId, hashes)
    return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
  }
}
