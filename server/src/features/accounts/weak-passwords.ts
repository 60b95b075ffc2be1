/** Passwords that are guessed first: those of known breaches, and those that follow from the account itself. */
import { errorTable } from '@exempta/contract/errors'
import { AppError } from '../../platform/app-error.ts'

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/** Loaded when the first password is chosen: most processes start without ever needing it. */
const listCommonPasswords = () => {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => String(word).toLowerCase())),
  )
  return commonPasswords
}

async function isWeakPassword(password: string, about: { name: string; email: string }): Promise<boolean> {
  const typed = password.normalize('NFC').toLowerCase()
  if (new Set(typed).size < 3) return true
  const [localPart = '', domain = ''] = about.email.split('@')
  const own = [about.name, about.email, localPart, domain, domain.split('.')[0] ?? '', 'exempta'].map(
    lettersOf,
  )
  if (own.includes(lettersOf(typed))) return true
  return (await listCommonPasswords()).has(typed)
}

/** Digits and signs around a word do not make it a secret. */
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '') || text

export async function refuseWeakPassword(
  password: string,
  about: { name: string; email: string },
  field = 'password',
): Promise<void> {
  if (await isWeakPassword(password, about)) throw refusedPassword(field, errorTable['weak-password'].text)
}

export const refusedPassword = (field: string, text: string): AppError =>
  new AppError('weak-password', { text, fields: [{ path: field, message: text }] })
