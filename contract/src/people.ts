import { z } from 'zod'
import { accountLimits } from './accounts/limits.ts'
import { ExactLine, OneLine } from './text.ts'
import { texts } from './texts.ts'

export const roles = ['user', 'business', 'admin'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** A `guest` sent a certificate without an account. It can log in once it has chosen a password. */
export const userStatuses = ['active', 'inactive', 'suspended', 'guest'] as const
export const UserStatus = z.enum(userStatuses)
export type UserStatus = z.infer<typeof UserStatus>

export const PersonName = OneLine(accountLimits.nameLength, { missing: 'Please enter a name' })

export const EmailAddress = ExactLine(accountLimits.emailLength, {
  tooLong: 'This email address is too long',
})
  .pipe(z.email('Please enter a valid email address'))
  .transform((address) => address.toLowerCase())

/** A password typed to log in: only limited to a size that hashing can handle. */
export const TypedPassword = z
  .string()
  .min(1, 'Password is required')
  .max(accountLimits.passwordMaxLength, `Please use at most ${accountLimits.passwordMaxLength} characters`)

/** A password that a person chooses. The server also refuses common and breached ones. */
export const ChosenPassword = TypedPassword.refine(
  (password) => [...password].length >= accountLimits.passwordMinLength,
  `Password must be at least ${accountLimits.passwordMinLength} characters long`,
)

/** A password set by an administrator, with which the person can only choose their own. */
export const TemporaryPassword = TypedPassword.refine(
  (password) => [...password].length >= accountLimits.temporaryPasswordMinLength,
  texts.admin.passwordTooShort,
)

export const Person = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: Role,
})
export type Person = z.infer<typeof Person>
