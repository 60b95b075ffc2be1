import { z } from 'zod'
import { only } from './access.ts'
import { Cursor, pageLimits } from './paging.ts'
import { reportTypes } from './reports/catalog.ts'
import { reportLimits } from './reports/limits.ts'
import { checkReport } from './reports/rules.ts'
import { defineRoute, fileOf } from './route.ts'
import { ManyLines, OneLine } from './text.ts'
import { TimeZone } from './time-zone.ts'
import { Version } from './whole-numbers.ts'

const tag = 'Reports'
const admin = only('admin')

const ColumnKey = z
  .string()
  .max(reportLimits.reportKeyLength)
  .regex(/^[a-z_]+(?:\.[a-z_]+)?$/, 'This isn’t a column')
const Choices = z
  .array(z.string().regex(/^[A-Za-z]+(?:\/[a-z]+)?$/, 'This isn’t one of the choices'))
  .min(1)
  .max(reportLimits.reportChoices)
const Count = z
  .int('Please enter a whole number')
  .min(0, 'Please enter 0 or more')
  .max(reportLimits.reportCountMax)
const Span = z
  .strictObject({ min: Count.optional(), max: Count.optional() })
  .refine(({ min = 0, max = reportLimits.reportCountMax }) => min <= max, {
    message: 'The maximum must not be less than the minimum',
    path: ['max'],
  })
const day = z.iso.date({ error: 'Please choose a day', abort: true })

/** Whole days, both included, or the last N days including today. */
const DateRange = z.union([
  z.strictObject({ start: day, end: day }).refine(({ start, end }) => start <= end, {
    message: 'The end date must be after the start date',
    path: ['end'],
  }),
  z.strictObject({ lastDays: z.int().min(1).max(reportLimits.reportLastDays) }),
])

const filters = {
  dateRange: DateRange.optional(),
  status: Choices.optional(),
  type: Choices.optional(),
  role: Choices.optional(),
  verified: z.boolean().optional(),
  businessType: Choices.optional(),
  documentCount: Span.optional(),
  userCount: Span.optional(),
}

const AskedFilters = z.strictObject({
  ...filters,
  profileName: OneLine(pageLimits.searchLength, { missing: 'Please enter part of the name' })
    .optional()
    .describe('Matches any part of the name, ignoring case'),
})

/** The shape in responses, which are not cleaned. */
const ReportFilters = z.object({ ...filters, profileName: z.string().optional() })
export type ReportFilters = z.infer<typeof ReportFilters>

export const aggregationTypes = ['count', 'sum', 'avg', 'min', 'max'] as const
export type AggregationType = (typeof aggregationTypes)[number]

const Alias = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_ ]*$/, 'Start with a letter. Letters, digits, spaces and _ may follow.')

const Aggregation = z.strictObject({
  type: z.enum(aggregationTypes),
  field: z
    .union([ColumnKey, z.literal('*')])
    .describe('A numeric column. Count also accepts *, for all rows.'),
  alias: Alias,
})
export type Aggregation = z.infer<typeof Aggregation>

export const timeUnits = ['day', 'week', 'month'] as const
export type TimeUnit = (typeof timeUnits)[number]

const Group = z.strictObject({
  field: ColumnKey,
  unit: z.enum(timeUnits).optional().describe('For dates only'),
})
export type ReportGroup = z.infer<typeof Group>

const SortField = z.string().regex(/^[A-Za-z][A-Za-z0-9_ ]*(?:\.[a-z_]+)?$/, 'This isn’t a column')
const Sort = z.strictObject({ field: SortField, direction: z.enum(['asc', 'desc']) })

const chartKinds = ['line', 'bar', 'donut'] as const
const ChartKind = z.enum(chartKinds)

/** What is left out is drawn the way that suits the data best. */
const Charts = z.strictObject({
  groups: ChartKind.optional().describe('For reports with groups'),
  measure: z
    .int()
    .min(0)
    .max(reportLimits.reportAggregations - 1)
    .optional()
    .describe('Which aggregation the groups show, counted from 0'),
  time: ChartKind.optional().describe('For reports without groups: rows over time'),
  status: ChartKind.optional().describe('For reports without groups: rows by status'),
})
export type ReportCharts = z.infer<typeof Charts>

/** What a template stores besides its name and type. */
const settings = {
  columns: z.array(ColumnKey).min(1, 'Please choose at least one column').max(reportLimits.reportColumnsMax),
  filters: ReportFilters,
  joins: z
    .array(
      z
        .string()
        .max(reportLimits.reportKeyLength)
        .regex(/^[a-z_]+$/, 'This isn’t a related table'),
    )
    .max(reportLimits.reportJoins),
  groupBy: z.array(Group).max(reportLimits.reportGroups),
  aggregations: z.array(Aggregation).max(reportLimits.reportAggregations),
  sortBy: Sort.optional(),
  charts: Charts.optional().describe('How the charts are drawn'),
}

/** The shape in requests: typed text is cleaned, including in a sort key that names a typed alias. */
const askedSettings = {
  ...settings,
  filters: AskedFilters,
  aggregations: z
    .array(Aggregation.extend({ alias: OneLine(reportLimits.reportAliasLength).pipe(Alias) }))
    .max(reportLimits.reportAggregations),
  sortBy: Sort.extend({ field: OneLine(reportLimits.reportKeyLength).pipe(SortField) }).optional(),
}

const ReportName = OneLine(reportLimits.reportNameLength, { missing: 'Please enter a name' })

export const ReportDefinition = z
  .strictObject({
    name: ReportName,
    type: z.enum(reportTypes),
    ...askedSettings,
    timeZone: TimeZone.optional().describe(
      'Days, weeks and months are those of this time zone, UTC if it’s left out. Templates don’t store it: each reader sees their own days.',
    ),
  })
  .superRefine((definition, context) => {
    for (const { path, message } of checkReport(definition))
      context.addIssue({ code: 'custom', path, message })
  })
export type ReportDefinition = z.output<typeof ReportDefinition>

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const ReportResult = z.object({
  columns: z.array(
    z.object({
      key: z.string().describe('The key of a column, or the alias of an aggregation'),
      label: z.string(),
      kind: z.enum(['id', 'text', 'choice', 'number', 'flag', 'time', 'day']),
    }),
  ),
  rows: z.array(z.array(Cell)).max(pageLimits.pageSizeMax).describe('Cells in the order of the columns'),
  nextCursor: Cursor.nullable().describe('Null on the last page'),
  summary: z
    .object({
      total: z.int().describe('All rows that match the filters, before grouping'),
      processed: z.int().optional().describe('For documents'),
      verified: z.int().optional().describe('For businesses'),
      aggregations: z.array(z.object({ alias: z.string(), value: z.number().nullable() })),
    })
    .nullable()
    .describe('Only on the first page'),
  metadata: z.object({
    generatedAt: z.iso.datetime(),
    filters: ReportFilters.describe('As applied, with the dates of the range'),
    timeZone: z.string(),
    executionTime: z.number().describe('Milliseconds'),
  }),
})
export type ReportResult = z.infer<typeof ReportResult>

/** Only reads, but is a POST because a definition is too large for a URL. */
export const runReport = defineRoute({
  method: 'POST',
  path: '/api/reports/run',
  summary: 'Run a report, one page at a time',
  tag,
  access: admin,
  body: z.strictObject({
    definition: ReportDefinition,
    cursor: Cursor.optional(),
    limit: z.int().min(1).max(pageLimits.pageSizeMax).default(pageLimits.pageSize),
  }),
  freeText: ['definition.name', 'definition.filters.profileName'],
  response: ReportResult,
  errors: ['unavailable'],
})

/** A browser opens this as a link, so the definition is passed as text in the URL. */
const WrittenDefinition = z
  .string()
  .max(reportLimits.reportWrittenLength)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'This isn’t a report' })
      return z.NEVER
    }
  })
  .pipe(ReportDefinition)

export const downloadReport = defineRoute({
  method: 'GET',
  path: '/api/reports/csv',
  summary: 'Download every row of a report as CSV',
  tag,
  access: admin,
  query: z.object({ definition: WrittenDefinition }),
  response: fileOf('text/csv; charset=utf-8').recordedAs('report.download'),
  errors: ['unavailable'],
})

const scheduleChoices = ['daily', 'weekly', 'monthly'] as const
export const Schedule = z.enum(scheduleChoices)
export type Schedule = z.infer<typeof Schedule>

const times = {
  every: Schedule,
  hour: z.int().min(0).max(23).describe('Of the time zone; weekly on Mondays, monthly on the first'),
  timeZone: TimeZone.describe('The name of a time zone, such as America/New_York'),
}
export const NewReportSchedule = z.strictObject({
  ...times,
  recipientIds: z
    .array(z.uuid())
    .min(1, 'Please choose at least one recipient')
    .max(reportLimits.reportRecipients)
    .describe('Active administrators'),
})
export type NewReportSchedule = z.infer<typeof NewReportSchedule>

export const ReportSchedule = z.object({
  ...times,
  recipients: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string() })),
  nextEmailAt: z.iso.datetime(),
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

export const ReportTemplateInput = z
  .strictObject({
    name: ReportName,
    description: ManyLines(reportLimits.reportDescriptionLength),
    type: z.enum(reportTypes),
    settings: z.strictObject(askedSettings),
  })
  .superRefine(({ type, settings: chosen }, context) => {
    for (const { path, message } of checkReport({ type, ...chosen }))
      context.addIssue({ code: 'custom', path: ['settings', ...path], message })
  })
export type ReportTemplateInput = z.output<typeof ReportTemplateInput>

export const ReportTemplate = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  type: z.enum(reportTypes),
  settings: z.object(settings),
  version: z
    .int()
    .describe('Send it with a change. The change is refused if someone else changed this first.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  schedule: ReportSchedule.nullable().describe('Who gets an email with a link to it, and when'),
})
export type ReportTemplate = z.infer<typeof ReportTemplate>

export const listReportTemplates = defineRoute({
  method: 'GET',
  path: '/api/reports/templates',
  summary: 'List saved templates, newest first',
  tag,
  access: admin,
  response: z.object({ items: z.array(ReportTemplate).max(reportLimits.reportTemplates) }),
})

const templateTexts = ['name', 'description', 'settings.filters.profileName'] as const

export const createReportTemplate = defineRoute({
  method: 'POST',
  path: '/api/reports/templates',
  summary: 'Save a report as a template',
  tag,
  access: admin,
  body: ReportTemplateInput,
  freeText: templateTexts,
  response: ReportTemplate,
  status: 201,
  errors: ['conflict'],
})

const byId = z.object({ id: z.uuid() })

export const updateReportTemplate = defineRoute({
  method: 'PUT',
  path: '/api/reports/templates/:id',
  summary: 'Change a saved template',
  tag,
  access: admin,
  params: byId,
  body: ReportTemplateInput.safeExtend({ version: Version }),
  freeText: templateTexts,
  response: ReportTemplate,
  errors: ['not-found', 'conflict'],
})

export const removeReportTemplate = defineRoute({
  method: 'DELETE',
  path: '/api/reports/templates/:id',
  summary: 'Delete a saved template and stop its emails',
  tag,
  access: admin,
  params: byId,
  response: 'nothing',
  errors: ['not-found'],
})

/** Emails a link that requires a login: a report holds names and addresses, and emails lie around. */
export const scheduleReportTemplate = defineRoute({
  method: 'PUT',
  path: '/api/reports/templates/:id/schedule',
  summary: 'Choose which administrators get an email with a link to a template, and when',
  tag,
  access: admin,
  params: byId,
  body: z.strictObject({ schedule: NewReportSchedule.nullable().describe('Null: no longer') }),
  response: ReportTemplate,
  errors: ['not-found'],
})
