import { z } from 'zod'

/** The answers to whether a purchase is covered. In a file of their own, because pages that only name them are many. */
export const verdicts = ['covered', 'charge-part', 'check', 'not-covered'] as const
export const Verdict = z.enum(verdicts)
export type Verdict = z.infer<typeof Verdict>

/** What the counter says, in words. */
export const verdictWords = {
  covered: { title: 'Covered', advice: 'Don’t charge sales tax.' },
  'charge-part': { title: 'Charge part', advice: 'Charge a part of the sales tax.' },
  check: { title: 'Ask a manager', advice: 'We can’t say for sure.' },
  'not-covered': { title: 'Not covered', advice: 'Charge sales tax.' },
} as const satisfies Record<Verdict, { title: string; advice: string }>
