import { dayMs } from '../durations.ts'

/** Reports of businesses and of administrators. */
export const reportLimits = {
  reportDefaultRangeMs: 30 * dayMs,
  reportMaxRangeMs: 732 * dayMs,
  reportNameLength: 100,
  reportDescriptionLength: 300,
  reportKeyLength: 60,
  reportAliasLength: 40,
  reportColumnsMax: 40,
  reportJoins: 5,
  reportGroups: 2,
  reportAggregations: 12,
  reportChoices: 20,
  reportCountMax: 1_000_000_000,
  reportLastDays: 3660,
  reportWrittenLength: 8000,
  reportTemplates: 200,
  reportRecipients: 20,
} as const
