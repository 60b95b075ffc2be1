import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters OWASP recommends for interactive sign-in. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The same password typed on another keyboard may come decomposed: one form is hashed. */
const canonical = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> => hash(canonical(password), parameters)

/** Unknown accounts are checked against a hash of nothing, so that they take as long as known ones. */
const hashOfNobody = hashPassword(crypto.randomUUID())

export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await hashOfNobody), canonical(password))
  return stored !== undefined && matches
}
