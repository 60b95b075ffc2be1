import { z } from 'zod'

/** What is decided about a sale. Every page, file and receipt says it in these words. */
export const saleOutcomeWords = {
  covered: 'Covered',
  later: 'Covered later',
  part: 'Partly covered',
  taxed: 'Tax charged',
  'not-covered': 'Not covered',
  none: 'No certificate',
} as const
export type SaleOutcome = keyof typeof saleOutcomeWords

/** What an auditor would ask about. */
export const isGap = (outcome: SaleOutcome): boolean => outcome === 'not-covered' || outcome === 'none'

/** The certificate behind a decision, where it can't be opened. */
export const certificateWords = { none: 'None', 'not-shared': 'Not shared anymore' } as const
export type CertificatePlace = 'open' | keyof typeof certificateWords

export const SaleDecision = z.object({
  outcome: z
    .enum(Object.keys(saleOutcomeWords) as [SaleOutcome, ...SaleOutcome[]])
    .describe('`later`: what covers the sale came, or was verified, after it'),
  reasons: z.array(z.string()).describe('Why, written for an auditor'),
  certificate: z
    .enum(['open', 'not-shared', 'none'])
    .describe('Whether the certificate behind it can be opened'),
})
export type SaleDecision = z.infer<typeof SaleDecision>
