import { errorTable } from '@exempta/contract/errors'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../platform/app-error.ts'

/** argon2id with the parameters OWASP recommends for interactive login. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Keyboards may produce the same password in decomposed form, so it is normalized before hashing. */
const canonical = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> => hash(canonical(password), parameters)

/** Unknown accounts are checked against this hash, so that they take as long as known ones. */
const unknownAccountHash = hashPassword(crypto.randomUUID())

export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await unknownAccountHash), canonical(password))
  return stored !== undefined && matches
}

/** Rejects passwords that attackers try first: breached ones, and those derived from the account itself. */

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Loaded when the first password is chosen, because most processes never need it. */
const listCommonPasswords = () => {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => String(word).toLowerCase())),
  )
  return commonPasswords
}

async function isWeakPassword(password: string, about: { name: string; email: string }): Promise<boolean> {
  const typed = plainOf(password)
  if (new Set(typed).size < 3) return true
  const [localPart = '', domain = ''] = about.email.split('@')
  const own = new Set(
    [about.name, about.email, localPart, domain, domain.split('.')[0] ?? '', 'exempta'].map((word) =>
      lettersOf(plainOf(word)),
    ),
  )
  const common = await listCommonPasswords()
  const isKnown = (word: string) => common.has(word) || own.has(lettersOf(word))
  return own.has(lettersOf(typed)) || spellingsOf(typed).some(isKnown) || coresOf(typed).some(isKnown)
}

/** Case, accents and full-width letters do not make a password harder to guess. */
const plainOf = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '') || text

/** Characters that people use in place of letters; those in the last group may stand for i or l. */
const signsForLetters = { o: '0', e: '3', a: '4@', s: '5$', t: '7+', b: '8', g: '9', z: '2', c: '(' }
const letterOf = new Map(
  Object.entries(signsForLetters).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter])),
)

const spellingsOf = (text: string): string[] => [
  text,
  ...['i', 'l'].map((tall) =>
    text.replace(/[0-9@$+(!|]/g, (sign) => letterOf.get(sign) ?? (/[1!|]/.test(sign) ? tall : sign)),
  ),
]

/** Enough for a year and a few symbols; a common password has at most twenty characters. */
const strippedMax = 10
const mostInCore = 20

/**
 * Strips digits and symbols from both ends, as typed and with symbols replaced by letters. If more is
 * stripped than remains, the stripped part may itself be the secret, so the rest does not count.
 */
function coresOf(typed: string): string[] {
  const before = Math.min(/^[^\p{L}]*/u.exec(typed)?.[0].length ?? 0, strippedMax)
  const after = Math.min(/[^\p{L}]*$/u.exec(typed)?.[0].length ?? 0, strippedMax)
  if (typed.length > mostInCore + before + after) return []
  const cores: string[] = []
  for (let start = 0; start <= before; start++) {
    for (let cut = 0; cut <= after; cut++) {
      const core = typed.slice(start, typed.length - cut)
      if (core.length >= start + cut) cores.push(...spellingsOf(core))
    }
  }
  return cores
}

export async function refuseWeakPassword(
  password: string,
  about: { name: string; email: string },
  field = 'password',
): Promise<void> {
  if (await isWeakPassword(password, about)) throw refusedPassword(field, errorTable['weak-password'].text)
}

export const refusedPassword = (field: string, text: string): AppError =>
  new AppError('weak-password', { text, fields: [{ path: field, message: text }] })
