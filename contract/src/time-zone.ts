import { z } from 'zod'

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Where a day begins. */
export const TimeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/, 'This isn’t a time zone')
  .refine(isTimeZone, 'This isn’t a time zone')
  .describe('The name of a time zone, such as America/New_York')
