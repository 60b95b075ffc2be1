import { dayMs } from '@exempta/contract/durations'
import { ReportDefinition, type ReportTemplate } from '@exempta/contract/reports'
import type { ReportType } from '@exempta/contract/reports/catalog'
import { reportLimits } from '@exempta/contract/reports/limits'
import { useAddressParams } from '../../lib/list.ts'
import { queryClient } from '../../lib/query.ts'

export const refreshTemplates = () => queryClient.invalidateQueries({ queryKey: ['reports'] })

const defaultDays = reportLimits.reportDefaultRangeMs / dayMs
const plain = { joins: [], groupBy: [], aggregations: [] } satisfies Partial<ReportDefinition>

/** The quick presets; the first is the default report. */
export const presets = {
  documents: {
    ...plain,
    name: 'Documents Report',
    type: 'documents',
    columns: ['name', 'status', 'created_at'],
    filters: { dateRange: { lastDays: defaultDays } },
  },
  business: {
    ...plain,
    name: 'Business Report',
    type: 'businesses',
    columns: [
      'name',
      'status',
      'verified',
      'business_type',
      'documents_received',
      'user_count',
      'created_at',
    ],
    filters: {},
    aggregations: [{ type: 'sum', field: 'documents_received', alias: 'Total documents' }],
  },
  users: {
    ...plain,
    name: 'Users Report',
    type: 'users',
    columns: ['name', 'email', 'role', 'status', 'created_at'],
    filters: {},
  },
} satisfies Record<string, ReportDefinition>

type PresetName = keyof typeof presets
export const presetNames = Object.keys(presets) as PresetName[]

const firstColumns: Record<ReportType, string[]> = {
  documents: presets.documents.columns,
  businesses: presets.business.columns,
  users: presets.users.columns,
  document_shares: ['document_id', 'business_id', 'shared_at'],
  business_users: ['name', 'email', 'role', 'status', 'date_added'],
}

const defaultNames: Record<ReportType, string> = {
  documents: presets.documents.name,
  businesses: presets.business.name,
  users: presets.users.name,
  document_shares: 'Document Shares Report',
  business_users: 'Business Users Report',
}
const newReport = 'New Report'
const ownNames: readonly string[] = [newReport, ...Object.values(defaultNames)]

/** A name that no one typed follows the type. */
export const nameFor = (type: ReportType, name: string) =>
  ownNames.includes(name) ? defaultNames[type] : name

/** What a report begins with when its type is chosen. */
export const startOf = (type: ReportType, name: string): ReportDefinition => ({
  ...plain,
  name,
  type,
  columns: firstColumns[type],
  filters: {},
})

/** A new report: nothing is chosen yet but what it is about. */
const blank: ReportDefinition = { ...startOf('documents', newReport), columns: [] }

export type ChangeReport = ReturnType<typeof useReportState>['change']

/** Where the report on screen comes from. */
export type ReportOrigin =
  | { kind: 'preset'; name: PresetName }
  | { kind: 'template'; template: ReportTemplate }
  | { kind: 'new' }

const definitionOf = ({ name, type, settings }: ReportTemplate): ReportDefinition => ({
  ...settings,
  name,
  type,
})

/**
 * The report of the page, in its address: a preset, a template or a new one, and what was changed of it since. A link to
 * the page, also one that was mailed, shows the same report.
 */
export function useReportState(templates: readonly ReportTemplate[]) {
  const { params, change } = useAddressParams()
  const origin = originIn(params, templates)
  const changed = changedReport(params.get('report'))
  const start =
    origin.kind === 'template'
      ? definitionOf(origin.template)
      : origin.kind === 'preset'
        ? presets[origin.name]
        : blank
  const go = (next: Record<string, string>) => change(() => new URLSearchParams(next))
  return {
    origin,
    definition: changed ?? start,
    /** Named in the address, but not among those that are saved. */
    isMissing: params.has('template') && origin.kind !== 'template',
    openPreset: (name: PresetName) => go({ preset: name }),
    openTemplate: (id: string) => go({ template: id }),
    openNew: () => go({ new: '' }),
    /** Starts from the report as it is at that moment: of two quick choices, the second must not undo the first. */
    change: (to: (now: ReportDefinition) => ReportDefinition) =>
      change((now) => {
        now.set('report', JSON.stringify(to(changedReport(now.get('report')) ?? start)))
        return now
      }),
  }
}

function originIn(params: URLSearchParams, templates: readonly ReportTemplate[]): ReportOrigin {
  const template = templates.find(({ id }) => id === params.get('template'))
  if (template) return { kind: 'template', template }
  if (params.has('new')) return { kind: 'new' }
  const preset = params.get('preset') ?? ''
  return { kind: 'preset', name: Object.hasOwn(presets, preset) ? (preset as PresetName) : 'documents' }
}

/** The address can contain anything, so only a report that the server would accept is used. */
function changedReport(untrustedText: string | null): ReportDefinition | undefined {
  if (untrustedText === null) return undefined
  try {
    return ReportDefinition.safeParse(JSON.parse(untrustedText)).data
  } catch {
    return undefined
  }
}
