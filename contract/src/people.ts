import { z } from 'zod'
import { limits } from './limits.ts'
import { OneLine } from './text.ts'
import { texts } from './texts.ts'

export const roles = ['user', 'business', 'admin'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

export const userStatuses = ['active', 'inactive', 'suspended'] as const
export const UserStatus = z.enum(userStatuses)
export type UserStatus = z.infer<typeof UserStatus>

export const PersonName = OneLine(limits.nameLength, { missing: 'Please enter a name' })

export const EmailAddress = OneLine(limits.emailLength, { tooLong: 'This email address is too long' })
  .pipe(z.email('Please enter a valid email address'))
  .transform((address) => address.toLowerCase())

/** A password as typed, for signing in: no rule but a size that hashing can bear. */
export const TypedPassword = z
  .string()
  .min(1, 'Password is required')
  .max(limits.passwordMaxLength, `Please use at most ${limits.passwordMaxLength} characters`)

/** A password a person chooses. Common and breached ones are refused by the server. */
export const ChosenPassword = TypedPassword.refine(
  (password) => [...password].length >= limits.passwordMinLength,
  `Password must be at least ${limits.passwordMinLength} characters long`,
)

/** A password an administrator makes for somebody: good for one thing, to choose an own one. */
export const TemporaryPassword = TypedPassword.refine(
  (password) => [...password].length >= limits.temporaryPasswordMinLength,
  texts.admin.passwordTooShort,
)

export const Person = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: Role,
})
export type Person = z.infer<typeof Person>
