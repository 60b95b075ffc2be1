import { z } from 'zod'
import { limits } from './limits.ts'

/** Six digits; spaces are ignored. */
export const TwoFactorCode = z
  .string()
  .transform((code) => code.replace(/\s/g, ''))
  .refine(
    (code) => new RegExp(`^\\d{${limits.twoFactorCodeDigits}}$`).test(code),
    `Please enter the ${limits.twoFactorCodeDigits} digits`,
  )

/** Ten letters and digits without look-alikes, shown in two groups; case and dash do not matter. */
export const BackupCode = z
  .string()
  .transform((code) => code.replace(/[\s-]/g, '').toLowerCase())
  .refine((code) => /^[a-z2-9]{10}$/.test(code), 'Please enter a backup code')
