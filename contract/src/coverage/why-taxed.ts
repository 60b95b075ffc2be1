import { z } from 'zod'
import { only } from '../access.ts'
import { CoverageAnswer, CoverageReason, CoverageReceipt, Sale } from '../coverage.ts'
import { defineRoute } from '../route.ts'
import { Verdict } from '../verdict.ts'

/** "Why was tax charged?": what was known on the day of a sale, what is known now, and what came between. */

/** The day has to be said: today’s answer is what the counter gives. */
export const TaxedSale = { ...Sale, on: Sale.on.unwrap().describe('The day of the sale') }

export const taxDifferences = [
  'not-taxed',
  'not-followed',
  'allowed',
  'none',
  'rules',
  'details',
  'came-later',
  'confirmed-later',
  'reviewed-later',
  'revoked-later',
] as const
export type TaxDifference = (typeof taxDifferences)[number]

export const WhyTaxed = z.object({
  customer: z.object({ id: z.uuid(), name: z.string() }),
  state: CoverageAnswer.shape.state,
  on: z.iso.date(),
  sales: z
    .array(
      z.object({
        receipt: CoverageReceipt.pick({ id: true, code: true, reference: true, isTaxed: true, savedAt: true })
          .nullable()
          .describe('Null if no answer was saved on that day'),
        thatDay: z.object({
          verdict: Verdict,
          reasons: z.array(CoverageReason),
          source: z
            .enum(['receipt', 'dates'])
            .describe(
              '`receipt`: what was answered. `dates`: worked out, with today’s rules, from what had arrived by the end of that day.',
            ),
        }),
        today: CoverageAnswer.pick({ verdict: true, reasons: true, part: true, receivedId: true }),
        difference: z.object({
          code: z.enum(taxDifferences),
          text: z.string(),
          on: z.iso.date().nullable().describe('The day it happened, where it has one'),
        }),
        step: z.string().nullable().describe('What to do about it'),
      }),
    )
    .describe('One for each receipt of that day, newest first; one without a receipt if there is none'),
  hasMore: z.boolean().describe('True if the day has more receipts than are listed'),
})
export type WhyTaxed = z.infer<typeof WhyTaxed>

export const explainTax = defineRoute({
  method: 'GET',
  path: '/api/coverage/customers/:id/why-taxed',
  summary:
    'Explain why tax was charged: what was known on the day of a sale, what is known now, and the first difference',
  tag: 'Coverage',
  access: only('business'),
  params: z.object({ id: z.uuid() }),
  query: z.object({ state: TaxedSale.state, on: TaxedSale.on, kind: TaxedSale.kind }),
  response: WhyTaxed,
  errors: ['not-allowed', 'not-found'],
})
