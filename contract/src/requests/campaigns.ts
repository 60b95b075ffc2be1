import { z } from 'zod'
import { only } from '../access.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute, fileOf } from '../route.ts'
import { ManyLines, OneLine, orNothing } from '../text.ts'
import { requestLimits } from './limits.ts'

const tag = 'Campaigns'
const member = only('business')
const params = z.object({ id: z.uuid() })

/** What a column of the list can be, with the words for it. */
export const campaignColumns = {
  email: 'Email address',
  customerName: 'Customer',
  customerReference: 'Your customer number',
  state: 'State',
  saleOn: 'Date of the sale',
} as const
export type CampaignColumn = keyof typeof campaignColumns

/** Why a line can’t be sent, in words. */
export const campaignProblems = {
  'no-address': 'No email address',
  'bad-address': 'Not a valid email address',
  twice: 'The same address is in the list already',
  formula: 'A cell starts like a formula',
  'unknown-state': 'Not a state we know',
  'bad-date': 'Not a date such as 2026-05-04 or 5/4/2026',
  'too-long': 'A cell is too long',
  'not-exempt': 'Said that they aren’t exempt',
  'no-email': 'Doesn’t want to be emailed',
  'has-certificate': 'You have a good certificate from them',
  'asked-lately': `You asked them within the last ${requestLimits.askedAgainDays} days`,
} as const
export type CampaignProblem = keyof typeof campaignProblems
const CampaignProblem = z.enum(Object.keys(campaignProblems) as [CampaignProblem, ...CampaignProblem[]])

const Column = z.int().min(0).max(200).nullable()
/** Which column of the file is what, counted from 0. */
export const CampaignMapping = z.strictObject({
  email: Column,
  customerName: Column,
  customerReference: Column,
  state: Column,
  saleOn: Column,
})
export type CampaignMapping = z.infer<typeof CampaignMapping>

export const campaignStatusWords = {
  draft: 'Not sent yet',
  sending: 'Sending',
  sent: 'Everyone asked',
  closed: 'Closed',
} as const
export type CampaignStatus = keyof typeof campaignStatusWords

export const Campaign = z.object({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(Object.keys(campaignStatusWords) as [CampaignStatus, ...CampaignStatus[]]),
  message: z.string().nullable(),
  rows: z.int(),
  good: z.int().describe('Lines that can be sent'),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
})
export type Campaign = z.infer<typeof Campaign>

export const CampaignDetails = Campaign.extend({
  columns: z.array(z.string()).describe('The headings of the file'),
  mapping: CampaignMapping,
  problems: z.array(z.object({ kind: CampaignProblem, count: z.int() })),
  lines: z
    .array(z.object({ line: z.int(), kind: CampaignProblem, value: z.string().nullable() }))
    .describe(`The first ${requestLimits.campaignLinesShown} lines to fix`),
  email: z
    .object({
      subject: z.string(),
      text: z.string(),
      withMessage: z.string().describe('The text with `{message}` in the place of a message'),
    })
    .describe('What a customer gets'),
  funnel: z.object({
    sent: z.int(),
    opened: z.int(),
    received: z.int(),
    verified: z.int(),
    notExempt: z.int(),
    bounced: z.int(),
  }),
  canRemind: z.int().describe('How many customers a reminder would go to now'),
})
export type CampaignDetails = z.infer<typeof CampaignDetails>

/** The fields beside the file, which is called `file` and comes last. */
export const CampaignForm = z.strictObject({
  name: OneLine(requestLimits.campaignNameLength, { missing: 'Please enter a name' }),
  mapping: z.string().max(500).optional().describe('As JSON; without it, the headings decide'),
  replaces: z.uuid().optional().describe('A draft of the same list, which is deleted'),
})

export const listCampaigns = defineRoute({
  method: 'GET',
  path: '/api/requests/campaigns',
  summary: 'List campaigns, newest first',
  tag,
  access: member,
  query: PageQuery,
  response: pageOf(Campaign),
  errors: ['not-allowed'],
})

export const createCampaign = defineRoute({
  method: 'POST',
  path: '/api/requests/campaigns',
  summary: 'Upload a list of customers as CSV (managers). Nothing is sent yet.',
  tag,
  access: member,
  upload: true,
  response: CampaignDetails,
  status: 201,
  errors: ['not-allowed', 'business-not-active', 'malformed-request', 'unsupported-type', 'too-large'],
})

export const getCampaign = defineRoute({
  method: 'GET',
  path: '/api/requests/campaigns/:id',
  summary: 'Get a campaign and how far it has come',
  tag,
  access: member,
  params,
  response: CampaignDetails,
  errors: ['not-allowed', 'not-found'],
})

const Written = z.strictObject({
  subject: orNothing(OneLine(requestLimits.subjectLength)).optional().default(null),
  message: orNothing(ManyLines(requestLimits.requestMessageLength)),
})

export const testCampaign = defineRoute({
  method: 'POST',
  path: '/api/requests/campaigns/:id/test',
  summary: 'Send the email of a campaign to yourself (managers). Its link is only an example.',
  tag,
  access: member,
  params,
  body: Written,
  freeText: ['subject', 'message'],
  response: z.object({ sentTo: z.string() }),
  errors: ['not-allowed', 'not-found', 'conflict', 'business-not-active'],
})

export const startCampaign = defineRoute({
  method: 'POST',
  path: '/api/requests/campaigns/:id/start',
  summary: 'Send the requests (managers), at a pace and up to a limit a day',
  tag,
  access: member,
  params,
  body: Written,
  freeText: ['subject', 'message'],
  response: CampaignDetails,
  errors: ['not-allowed', 'not-found', 'conflict', 'business-not-active'],
})

export const remindCampaign = defineRoute({
  method: 'POST',
  path: '/api/requests/campaigns/:id/remind',
  summary: 'Remind everyone who has not answered (managers), each of them at most four times',
  tag,
  access: member,
  params,
  response: z.object({ reminded: z.int() }),
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const closeCampaign = defineRoute({
  method: 'POST',
  path: '/api/requests/campaigns/:id/close',
  summary: 'Close a campaign and all its requests (managers). A draft is deleted.',
  tag,
  access: member,
  params,
  response: 'nothing',
  errors: ['not-allowed', 'not-found'],
})

export const downloadMissing = defineRoute({
  method: 'GET',
  path: '/api/requests/campaigns/:id/missing',
  summary: 'Download who has not answered, as CSV',
  tag,
  access: member,
  params,
  response: fileOf('text/csv; charset=utf-8').recordedAs('campaign.export'),
  errors: ['not-allowed', 'not-found'],
})

export const downloadProblems = defineRoute({
  method: 'GET',
  path: '/api/requests/campaigns/:id/problems',
  summary: 'Download the lines to fix, as CSV',
  tag,
  access: member,
  params,
  response: fileOf('text/csv; charset=utf-8').recordedAs('campaign.export'),
  errors: ['not-allowed', 'not-found'],
})
