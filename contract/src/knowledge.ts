import type { CatalogEntry } from '@exempta/knowledge/catalog'
import { Claim } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { only } from './access.ts'
import { PageQuery, pageOf } from './paging.ts'
import { defineRoute, fileOf } from './route.ts'
import { SearchText } from './text.ts'

/** What a rule can be about, in words. */
export const ruleTopicWords = {
  accepts: 'Accepted forms',
  'after-end': 'After the end date',
  card: 'Government cards',
  claim: 'Who is exempt',
  condition: 'Conditions',
  form: 'Forms',
  keep: 'How long to keep it',
  lasts: 'How long it lasts',
  local: 'Local taxes',
  'no-tax': 'No sales tax',
  number: 'Number format',
  obtain: 'When to get it',
  'other-number': 'Numbers from other states',
  requires: 'Required entries',
  'small-sale': 'Small sales',
  verify: 'Looking up the number',
} as const satisfies Record<CatalogEntry['topic'], string>
export type RuleTopic = keyof typeof ruleTopicWords
export const ruleTopics = Object.keys(ruleTopicWords) as [RuleTopic, ...RuleTopic[]]

export const ruleConfidences = ['high', 'medium', 'low'] as const

export const PublishedRule = z.object({
  id: z.string(),
  topic: z.enum(ruleTopics),
  subject: z.string().describe('The state or form it belongs to'),
  states: z.array(z.string()).describe('Where it applies. Empty: everywhere.'),
  text: z.string(),
  from: z.iso.date().nullable(),
  until: z.iso.date().nullable(),
  confidence: z.enum(ruleConfidences).describe('Only high-confidence rules decide an answer on their own'),
  source: z.object({
    title: z.string(),
    address: z.string().nullable(),
    quote: z.string().optional().describe('Words of the source. Absent if we haven’t read them.'),
    seenOn: z.iso.date(),
  }),
  isOutdated: z.boolean().describe('No one has checked the source for a year'),
})
export type PublishedRule = z.infer<typeof PublishedRule>

const RuleFilter = z.object({
  search: SearchText.optional().describe('Part of the rule, its source or its state'),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Please choose a state')
    .optional(),
  topic: z.enum(ruleTopics).optional(),
  confidence: z.enum(ruleConfidences).optional(),
  checked: z.enum(['outdated', 'recent']).optional(),
})
export type RuleFilter = z.output<typeof RuleFilter>

const tag = 'Rules'

export const listRules = defineRoute({
  method: 'GET',
  path: '/api/admin/rules',
  summary: 'List the published rules that answers are based on',
  tag,
  access: only('admin'),
  query: PageQuery.extend(RuleFilter.shape),
  response: pageOf(PublishedRule).extend({
    knowledgeVersion: z.string().describe('Changes when any rule changes'),
    states: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
})

export const downloadRules = defineRoute({
  method: 'GET',
  path: '/api/admin/rules/csv',
  summary: 'Download every matching rule as CSV',
  tag,
  access: only('admin'),
  query: RuleFilter,
  response: fileOf('text/csv; charset=utf-8').unrecorded('Rules are published'),
})

/** Who claims not to owe the tax, in words. */
export const claimLabels = {
  resale: 'Resale',
  'resale-foreign-number': 'Resale, another state’s number',
  federal: 'Federal government',
  'state-agency': 'This state’s agencies',
  'local-government': 'Local governments',
  'other-states-government': 'Other states’ governments',
  charity: 'Charities',
  religious: 'Churches',
  'public-school': 'Public schools',
  'private-school': 'Private schools',
  hospital: 'Hospitals',
  farm: 'Farms',
  manufacturing: 'Manufacturing',
  tribe: 'Tribes',
  diplomat: 'Diplomats',
  'direct-pay': 'Direct pay permits',
  contractor: 'Contractors',
  'export-or-interstate': 'Delivery outside the state',
} as const satisfies Record<Claim, string>

export const listClaims = defineRoute({
  method: 'GET',
  path: '/api/admin/rules/claims',
  summary: 'Show how sure the rules are about each claim in each state',
  tag,
  access: only('admin'),
  response: z.object({
    claims: z.array(Claim).describe('In the order of the cells'),
    states: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        cells: z
          .array(z.enum(ruleConfidences).nullable())
          .describe('The best confidence of a rule about it. Null: no rule, so answers are “check”.'),
      }),
    ),
    known: z.int().describe('Cells with a rule'),
    sure: z.int().describe('Cells with a high-confidence rule'),
    total: z.int(),
  }),
})
