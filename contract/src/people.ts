import { z } from 'zod'
import { limits } from './limits.ts'
import { texts } from './texts.ts'

export const roles = ['user', 'business', 'admin'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

export const userStatuses = ['active', 'inactive', 'suspended'] as const
export const UserStatus = z.enum(userStatuses)
export type UserStatus = z.infer<typeof UserStatus>

/** Text a person typed in: NFC, trimmed, without control characters. */
export const PlainText = z
  .string()
  .transform((text) => text.normalize('NFC').trim())
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  .refine((text) => !/[\u0000-\u001f\u007f]/.test(text), 'Please remove unusual characters')

export const PersonName = PlainText.pipe(
  z
    .string()
    .min(1, 'Please enter a name')
    .max(limits.nameLength, `Please use at most ${limits.nameLength} characters`),
)

export const EmailAddress = PlainText.pipe(
  z.email('Please enter a valid email address').max(limits.emailLength, 'This email address is too long'),
).transform((address) => address.toLowerCase())

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
