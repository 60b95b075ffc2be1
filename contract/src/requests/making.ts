import { type Claim, FieldName, FormCode, PurchaseKind, StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { anyone } from '../access.ts'
import { Signature } from '../certificates/fill.ts'
import { certificateLimits } from '../certificates/limits.ts'
import { documentLimits } from '../documents/limits.ts'
import { PersonName } from '../people.ts'
import { defineRoute } from '../route.ts'
import { ExactLine, orNothing } from '../text.ts'

/** Making and signing a certificate behind the link of a request, for customers who have none. */

const tag = 'Answers to requests'
const params = z.object({ token: z.string().max(documentLimits.viewTokenLength) })
const visitor = { tag, access: anyone, params, throttle: 'link' } as const
const longest = certificateLimits.readValueLength

/** What the signer agrees to before signing. It's kept with the certificate. */
export const signingConsent =
  'I agree to sign electronically. I looked at what it says, it’s true, and I’m allowed to sign it.'

/** Why someone buys without tax, in the words of whoever keeps the books. */
export const claimQuestions = {
  resale: 'We resell what we buy',
  federal: 'We’re part of the federal government',
  'state-agency': 'We’re an agency of this state',
  'local-government': 'We’re a county, city or district of this state',
  charity: 'We’re a charity',
  religious: 'We’re a church or another religious organization',
  'public-school': 'We’re a public school',
  'private-school': 'We’re a private school',
  hospital: 'We’re a hospital',
  farm: 'We farm, and it’s for the farm',
  manufacturing: 'We manufacture, and it’s for production',
  'direct-pay': 'We have a direct pay permit',
} as const satisfies Partial<Record<z.infer<typeof Claim>, string>>
export type OfferedClaim = keyof typeof claimQuestions
export const offeredClaims = Object.keys(claimQuestions) as [OfferedClaim, ...OfferedClaim[]]

/** What is bought, as the laws divide it. */
export const purchaseKindQuestions = {
  goods: 'Goods',
  service: 'Services',
  meals: 'Meals',
  lodging: 'Hotel rooms',
  'car-rental': 'Rental cars',
} as const satisfies Record<z.infer<typeof PurchaseKind>, string>

/** The paper that is made, or why none can be made here. */
export const MakingPaper = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('form'), code: FormCode, name: z.string(), title: z.string() }),
  z.object({
    kind: z.literal('statement'),
    rule: z.object({ text: z.string(), source: z.string(), address: z.string().nullable() }),
  }),
  z.object({ kind: z.literal('none'), rule: z.string().describe('Why no paper is needed') }),
  z.object({
    kind: z.literal('upload'),
    forms: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        isIssuedByState: z.boolean(),
        publishedAt: z.string().nullable(),
      }),
    ),
    asked: z.string().nullable().describe('What the state asks for, in words'),
  }),
])
export type MakingPaper = z.infer<typeof MakingPaper>

export const MakingChoice = z.object({
  claim: z.enum(offeredClaims),
  paper: MakingPaper,
  asks: z.array(FieldName).describe('What the paper asks for'),
  required: z.array(FieldName).describe('What of it can’t be left out'),
  number: z.object({
    isRequired: z.boolean(),
    pattern: z.string().nullable(),
    example: z.string().nullable().describe('How such a number looks'),
  }),
  hasKinds: z.boolean().describe('It says whether it’s for one purchase or for all'),
})
export type MakingChoice = z.infer<typeof MakingChoice>

export const MakingDraft = z.strictObject({
  state: StateCode,
  kind: PurchaseKind,
  claim: z.enum(offeredClaims, 'Please choose a reason'),
  number: orNothing(ExactLine(longest)),
  purchaser: ExactLine(longest, { missing: 'Please enter a name' }),
  purchaserAddress: ExactLine(longest, { missing: 'Please enter the address' }),
  business: orNothing(ExactLine(longest)).describe('What the buyer’s business does'),
  items: orNothing(ExactLine(longest)).describe('What is bought'),
  isBlanket: z.boolean().describe('False: for one purchase only'),
  order: orNothing(ExactLine(100)).describe('The order or invoice of that purchase'),
  signer: PersonName,
  title: ExactLine(100, { missing: 'Please enter your title, such as Owner' }),
})
export type MakingDraft = z.output<typeof MakingDraft>

/** The same, as it was cleaned and kept. */
export const KeptDraft = z.object({
  ...MakingDraft.pick({ state: true, kind: true, claim: true, isBlanket: true }).shape,
  number: z.string().nullable(),
  purchaser: z.string(),
  purchaserAddress: z.string(),
  business: z.string().nullable(),
  items: z.string().nullable(),
  order: z.string().nullable(),
  signer: z.string(),
  title: z.string(),
})

/** What would be signed, and what the rules say about it. */
export const MakingReview = z.object({
  draft: KeptDraft,
  paper: MakingPaper,
  lines: z.array(z.object({ label: z.string(), value: z.string() })).describe('Everything that it will say'),
  changed: z
    .array(z.object({ typed: z.string(), printed: z.string() }))
    .describe('Words with letters that can’t be printed, and what is printed instead'),
  verdict: z.enum(['covered', 'charge-part', 'check', 'not-covered']),
  concerns: z
    .array(z.object({ text: z.string(), step: z.string() }))
    .describe('What speaks against it, and what to do'),
  hash: z.string().describe('Of what is shown; it has to be the same when it’s signed'),
})
export type MakingReview = z.infer<typeof MakingReview>

export const getMakingChoices = defineRoute({
  ...visitor,
  method: 'GET',
  path: '/api/r/:token/making',
  summary: 'List why a purchase can be exempt in a state, and which paper each reason takes',
  query: z.object({ state: z.string().regex(/^[A-Z]{2}$/, 'Please choose a state'), kind: PurchaseKind }),
  response: z.object({
    choices: z.array(MakingChoice),
    known: KeptDraft.partial().describe('What we know about this customer, to start from'),
  }),
  errors: ['gone'],
})

export const saveMakingDraft = defineRoute({
  ...visitor,
  method: 'PUT',
  path: '/api/r/:token/making',
  summary: 'Check what a new certificate would say. Nothing is made or sent yet.',
  body: MakingDraft,
  freeText: ['signer'],
  response: MakingReview,
  errors: ['gone', 'conflict', 'too-many-requests', 'unavailable'],
})

export const signMaking = defineRoute({
  ...visitor,
  method: 'POST',
  path: '/api/r/:token/making/signatures',
  summary: 'Sign the new certificate, and send it to the business that asked',
  body: z.strictObject({
    hash: z.hash('sha256'),
    signature: Signature,
    consents: z.literal(true, 'Please agree before you sign'),
  }),
  response: 'nothing',
  errors: [
    'gone',
    'not-found',
    'conflict',
    'code-needed',
    'not-signed-in',
    'email-not-verified',
    'recipient-not-active',
    'unavailable',
    'no-room',
  ],
})
