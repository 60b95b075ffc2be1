/** The shapes of the data files in `knowledge/cards`. */
import { z } from 'zod'
import { Confidence, Sentence, Source } from './schema.ts'
import { cardLines, PurchaseKind, StateCode } from './terms.ts'

export const CardStatement = z.strictObject({
  id: z.string().regex(/^cards\/[a-z-]+$/),
  state: StateCode,
  account: z.enum(['individual', 'central', 'federal', 'any']),
  tax: z.string().regex(/^[a-z-]+$/),
  answer: z.enum(['exempt', 'not-exempt', 'maybe', 'no-sales-tax']),
  forms: z.array(z.strictObject({ card: z.string(), name: z.string() })),
  source: Source,
  confidence: Confidence,
})
export type CardStatement = z.infer<typeof CardStatement>

/** What turns the answer for a card in a state, or what to know about it: a number, a paper, a tax of a city. */
export const CardNote = z.strictObject({
  id: z.string().regex(/^cards\/[a-z-]+$/),
  state: StateCode,
  account: z.enum(['individual', 'central', 'any']),
  kinds: z.array(PurchaseKind).min(1),
  /** Only with cards of these lines. Absent: with all of them. */
  lines: z.array(z.enum(cardLines)).min(1).optional(),
  text: Sentence,
  /** The one thing to do, where the answer depends on it. */
  step: Sentence.optional(),
  /** What the answer is at best. Absent: the note stands with whatever it is. */
  answer: z.enum(['check', 'not-covered']).optional(),
  source: Source,
  confidence: Confidence,
})
export type CardNote = z.infer<typeof CardNote>

export const CardLines = z.strictObject({
  source: Source,
  lines: z.array(
    z.strictObject({
      line: z.enum(['travel', 'purchase', 'fleet', 'integrated']),
      prefixes: z.array(z.string().regex(/^\d{4}$/)),
      billing: z.enum(['by-sixth-digit', 'central', 'usually-central']),
    }),
  ),
  /** Used by other programs too. */
  notReserved: z.array(z.string().regex(/^\d{4}$/)),
  /** Travel cards only. */
  sixthDigit: z.strictObject({
    individual: z.array(z.string().regex(/^\d$/)),
    central: z.array(z.string().regex(/^\d$/)),
    split: z.array(z.string().regex(/^\d$/)),
  }),
})
