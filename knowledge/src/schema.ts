/** The shapes of the data files in `knowledge`. Everything in them is a published rule with its source. */
import { z } from 'zod'
import { Claim, FieldName, FormCode, PurchaseKind, Reason, StateCode } from './terms.ts'

const isRealDay = (text: string) => {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** A calendar day, such as 2026-12-31. Days are compared as text. */
export const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine(isRealDay, 'There is no such day.')

export const Sentence = z.string().trim().min(1).max(400)

export const Confidence = z.enum(['high', 'medium', 'low'])
export type Confidence = z.infer<typeof Confidence>

export const Source = z.strictObject({
  title: z.string().min(3).max(200),
  /** Where it is published, if we know that. */
  address: z.string().max(200).nullable(),
  /** Their words, not ours. Absent where we have not read the words themselves. */
  quote: z.string().min(3).max(200).optional(),
  seenOn: Day,
  /** `text`: we read the quoted words. `secondary`: someone else reports them, and we have not opened the source. */
  seenAs: z.enum(['text', 'secondary']),
  /** Where it was read, or who reports it. */
  readIn: z.string().max(300).optional(),
})
export type Source = z.infer<typeof Source>

const shared = {
  /** Begins with its state or form, such as `ny/lasts`. */
  id: z.string().regex(/^[a-z0-9.-]+\/[a-z0-9.-]+$/),
  text: Sentence,
  /** Absent: all of them. */
  states: z.array(StateCode).min(1).optional(),
  forms: z.array(FormCode).min(1).optional(),
  reasons: z.array(Reason).min(1).optional(),
  /** First and last day on which the rule applies; null when no change is known. */
  from: Day.nullable(),
  until: Day.nullable(),
  confidence: Confidence,
  source: Source,
}

const months = z.int().min(1).max(120)

/** Fields of a certificate whose absence can be noticed by `coverage`. */
export const checkedFields = ['number', 'seller', 'reason', 'signature', 'date', 'period'] as const

/** What a claim may take besides its paper and its number: something that a person has to see, ask or check. */
export const needs = [
  'paid-by-buyer',
  'purchase-order',
  'attachment',
  'identification',
  'look-up',
  'delivery',
  'use',
  'named-in-law',
  'reciprocal',
  'unregistered',
  'project',
  'amount',
  'conditions',
] as const

const variants = [
  z.strictObject({
    ...shared,
    about: z.literal('lasts'),
    kind: z.enum([
      'printed',
      'end-of-year',
      'months',
      'idle',
      'months-or-idle',
      'until-revoked',
      'license',
      'recommended',
      'none',
    ]),
    months: months.optional(),
    /** Of `printed`: how long it lasts where no date is printed. */
    elseMonths: months.optional(),
    /** Of `end-of-year`: certificates issued on or after this day of the year run through the next year. */
    nextYearFrom: z
      .string()
      .regex(/^\d{2}-\d{2}$/)
      .optional(),
    /** The last two digits of the number are the year in which the certificate expires. */
    yearInNumber: z.boolean().optional(),
  }),
  /** Softens an end date: the seller may rely on the certificate in some cases after it. */
  z.strictObject({ ...shared, about: z.literal('after-end') }),
  /** `other`: the state names another form, and may take this one if it says everything that is asked for. */
  z.strictObject({ ...shared, about: z.literal('accepts'), answer: z.enum(['yes', 'no', 'other']) }),
  z.strictObject({
    ...shared,
    about: z.literal('requires'),
    fields: z.array(z.enum(checkedFields)).min(1),
    /** `void`: the certificate does not count without them. `check`: it can be completed, or may not need them. */
    ifMissing: z.enum(['void', 'check']),
  }),
  /** A condition that no certificate can show by itself: someone has to look. */
  z.strictObject({ ...shared, about: z.literal('condition') }),
  /** The seller must look up the number. */
  z.strictObject({
    ...shared,
    about: z.literal('verify'),
    /** How long a look-up is good for; null when one is enough. */
    everyMonths: z.int().min(0).max(60).nullable(),
    /** Only for certificates that run longer than this. */
    ifLongerThanMonths: months.optional(),
  }),
  z.strictObject({
    ...shared,
    about: z.literal('number'),
    pattern: z.string().min(3).max(120),
    example: z.string().min(3).max(40),
  }),
  z.strictObject({ ...shared, about: z.literal('obtain'), days: z.int().min(0).max(366) }),
  z.strictObject({ ...shared, about: z.literal('keep'), years: z.number().min(1).max(10) }),
  z.strictObject({ ...shared, about: z.literal('other-number'), answer: z.enum(['yes', 'no', 'limited']) }),
  z.strictObject({ ...shared, about: z.literal('small-sale'), underCents: z.int().positive() }),
  /** Whether a claim is granted for some kinds of purchase, on which papers, and what else it takes. */
  z.strictObject({
    ...shared,
    about: z.literal('claim'),
    claim: Claim,
    kinds: z.array(PurchaseKind).min(1),
    /** `exempt`: without a paper. `refund`: taxed at the sale, and the buyer gets it back. `part`: a part is due. */
    answer: z.enum(['exempt', 'with-paper', 'taxed', 'refund', 'part', 'depends']),
    /** Forms that serve, of those we know. */
    papers: z.array(FormCode).optional(),
    /** What to ask for, in words. */
    paper: z.string().max(240).optional(),
    number: z.enum(['none', 'required', 'unsaid']),
    /** How that number looks, and the same in words. */
    pattern: z.string().min(3).max(120).optional(),
    numberLooks: Sentence.optional(),
    /** The buyer's employer number (EIN) serves as that number. */
    employerNumber: z.literal(true).optional(),
    needs: z.array(z.enum(needs)),
    /** Any paper serves that says what the law asks for, one of another state too. */
    anyPaper: z.literal(true).optional(),
    ratePercent: z.number().min(0).max(20).optional(),
    lessPercent: z.number().min(0).max(20).optional(),
  }),
  /** A local tax to know about. It stands with the answer and doesn't change it. */
  z.strictObject({ ...shared, about: z.literal('local'), kinds: z.array(PurchaseKind).min(1) }),
  z.strictObject({ ...shared, about: z.literal('no-tax'), kinds: z.array(z.string()).min(1) }),
] as const

export const Rule = z
  .discriminatedUnion('about', variants)
  .refine(({ confidence, source }) => confidence !== 'high' || source.quote !== undefined, {
    path: ['source', 'quote'],
    message: 'A rule of high confidence needs a quote.',
  })
  .refine(({ source }) => (source.quote === undefined) === (source.seenAs === 'secondary'), {
    path: ['source', 'seenAs'],
    message: 'Quoted words are seen as text, and only these.',
  })
  .refine(({ from, until }) => !from || !until || from <= until, {
    path: ['until'],
    message: 'The rule ends before it begins.',
  })
  .refine((rule) => rule.about !== 'number' || isPatternFor(rule), {
    path: ['example'],
    message: 'The example does not fit the pattern.',
  })
export type Rule = z.infer<typeof Rule>
export type RuleAbout<About extends Rule['about']> = Extract<Rule, { about: About }>

function isPatternFor({ pattern, example }: { pattern: string; example: string }) {
  try {
    return new RegExp(pattern).test(example)
  } catch {
    return false
  }
}

export const StateFile = z.strictObject({
  code: StateCode,
  name: z.string().min(3),
  kind: z.enum(['state', 'district', 'territory', 'military']),
  /** Where days begin and end. Of several, the one where most people live. Mail addresses abroad have none. */
  timeZone: z.string().nullable(),
  /** Where a seller looks up a number. */
  lookUpAt: z.string().nullable(),
  rules: z.array(Rule),
})
export type State = z.infer<typeof StateFile>

const share = z.number().min(0).max(1)

/** Where a value stands on the blank form, as shares of the width and height of its page. */
export const Zone = z.strictObject({
  field: FieldName,
  page: z.int().min(1).max(20),
  x: share,
  y: share,
  width: share,
  height: share,
  /** What a tick box stands for, such as a reason; or the state whose number it holds. */
  value: z
    .string()
    .regex(/^[A-Za-z][A-Za-z -]{1,39}$/)
    .optional(),
})
export type Zone = z.infer<typeof Zone>

export const FormFile = z.strictObject({
  code: FormCode,
  name: z.string().min(3).max(100),
  title: z.string().min(3).max(150),
  revision: z.string().max(40).nullable(),
  /** Newer than the blank that was measured, when we know of one. */
  currentRevision: z.string().max(40).optional(),
  issuedBy: z.enum(['state', 'buyer', 'federal']),
  namesSeller: z.boolean(),
  states: z.array(StateCode).min(1),
  /** What it can be given for. */
  reasons: z.array(Reason).min(1),
  /** What the certificate is when neither box is marked; `single` and `blanket` alone for forms without boxes. */
  unmarked: z.enum(['single', 'blanket', 'unknown']),
  required: z.array(FieldName),
  source: Source,
  confidence: Confidence,
  rules: z.array(Rule),
  zones: z.array(Zone),
  /** Hash of its file in `fingerprints`; absent when no blank has been learned. */
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
})
export type Form = z.infer<typeof FormFile>

export const Fingerprint = z.strictObject({
  code: FormCode,
  revision: z.string().nullable(),
  pages: z
    .array(
      z.strictObject({
        page: z.int().min(1),
        /** The hashes of its word pairs, sorted, as four bytes each in base64. */
        pairs: z.string(),
        /** It says which revision of the form it is, in words that can be read. */
        printsRevision: z.literal(true).optional(),
        /** Of pages with zones: every word as its hash and place, see `printed-words.ts`. */
        words: z.string().optional(),
        /** How much of each zone that can be marked or signed is dark on the blank. */
        marks: z
          .array(z.strictObject({ x: share, y: share, width: share, height: share, ink: share }))
          .optional(),
      }),
    )
    .min(1),
})
export type Fingerprint = z.infer<typeof Fingerprint>

/** Another blank of a form that we know, with places of its own: states revise forms, and old copies stay in use. */
export const Edition = Fingerprint.extend({ zones: z.array(Zone).min(1).max(500) })
export type Edition = z.infer<typeof Edition>
