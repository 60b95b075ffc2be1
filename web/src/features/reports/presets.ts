import { limits } from '@exempta/contract/limits'
import type { ReportType } from '@exempta/contract/report-catalog'
import type { ReportDefinition } from '@exempta/contract/reports'

const defaultDays = limits.reportDefaultRangeMs / (24 * 60 * 60_000)
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
    aggregations: [{ type: 'sum', field: 'documents_received', alias: 'Documents in all' }],
  },
  users: {
    ...plain,
    name: 'Users Report',
    type: 'users',
    columns: ['name', 'email', 'role', 'status', 'created_at'],
    filters: {},
  },
} satisfies Record<string, ReportDefinition>

export type PresetName = keyof typeof presets
export const presetNames = Object.keys(presets) as PresetName[]

const firstColumns: Record<ReportType, string[]> = {
  documents: presets.documents.columns,
  businesses: presets.business.columns,
  users: presets.users.columns,
  document_shares: ['document_id', 'business_id', 'shared_at'],
  business_users: ['name', 'email', 'role', 'status', 'date_added'],
}

/** What a report begins with when its type is chosen. */
export const startOf = (type: ReportType, name: string): ReportDefinition => ({
  ...plain,
  name,
  type,
  columns: firstColumns[type],
  filters: {},
})

/** A new report: nothing is chosen yet but what it is about. */
export const blank: ReportDefinition = { ...startOf('documents', 'New Report'), columns: [] }
