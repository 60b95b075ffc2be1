import { z } from 'zod'
import { accountLimits } from './accounts/limits.ts'

/** Six digits; spaces are ignored. */
export const TwoFactorCode = z
  .string()
  .transform((code) => code.replace(/\s/g, ''))
  .refine(
    (code) => new RegExp(`^\\d{${accountLimits.twoFactorCodeDigits}}$`).test(code),
    `Please enter the ${accountLimits.twoFactorCodeDigits} digits`,
  )

/** Ten letters and digits without look-alikes, shown in two groups; case and dash do not matter. */
export const BackupCode = z
  .string()
  .transform((code) => code.replace(/[\s-]/g, '').toLowerCase())
  .refine((code) => /^[a-z2-9]{10}$/.test(code), 'Please enter a backup code')
