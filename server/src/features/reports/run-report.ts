import { createHash } from 'node:crypto'
import { dayMs, secondMs } from '@exempta/contract/durations'
import type { ReportDefinition, ReportResult } from '@exempta/contract/reports'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { TransactionOptions } from '../../platform/db/database.ts'
import { DeadlineError } from '../../platform/db/errors.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { type ReportPosition, type ResolvedFilters, readRows, readSummary } from './queries/rows.ts'
import { layOut } from './queries/sources.ts'

/** Reports. */
export const limits = {
  reportTimeoutMs: 20 * secondMs,
} as const

/** The locale writes dates the way ISO does. */
const dayIn = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

/** Turns "last N days" into a range that ends today, in the time zone of the reader. */
export function resolveFilters(
  { filters: { dateRange, ...others }, timeZone = 'UTC' }: Pick<ReportDefinition, 'filters' | 'timeZone'>,
  now: Date,
): ResolvedFilters {
  if (!dateRange) return others
  if ('start' in dateRange) return { ...others, dateRange }
  const end = dayIn(timeZone, now)
  const start = new Date(Date.parse(end) - (dateRange.lastDays - 1) * dayMs).toISOString().slice(0, 10)
  return { ...others, dateRange: { start, end } }
}

/**
 * One snapshot, read by a role that can see only report columns, with a timeout that suits a waiting person.
 */
export const reportReading: TransactionOptions = {
  isolation: 'repeatable read',
  readOnly: true,
  timeoutMs: limits.reportTimeoutMs,
  scope: 'reports',
}

interface Page {
  definition: ReportDefinition
  cursor?: string | undefined
  limit: number
}

export async function runReport(
  services: Services,
  call: Call,
  { definition, cursor, limit }: Page,
): Promise<ReportResult> {
  const started = performance.now()
  const now = services.clock.now()
  const filters = resolveFilters(definition, now)
  const keyset = defineKeyset<ReportPosition>(`report ${digest(definition)}`, Position)
  const after = keyset.read(cursor)
  const { rows, summary } = await services.database
    .transact(
      personOf(call),
      async (tx) => ({
        rows: await readRows(tx, definition, filters, after, limit + 1),
        summary: after ? null : await readSummary(tx, definition, filters),
      }),
      reportReading,
    )
    .catch(explainDeadline)
  const { items, nextCursor } = keyset.page(rows, limit, ({ position }) => position)
  return {
    columns: layOut(definition).map(({ shown }) => shown),
    rows: items.map(({ cells }) => cells.map(asCell)),
    nextCursor,
    summary,
    metadata: {
      generatedAt: now.toISOString(),
      filters,
      timeZone: definition.timeZone ?? 'UTC',
      executionTime: Math.round((performance.now() - started) * 10) / 10,
    },
  }
}

const tooLong = 'This report takes too long. Choose a shorter date range, or fewer groups and tables.'

function explainDeadline(error: unknown): never {
  if (error instanceof DeadlineError) throw new AppError('unavailable', { text: tooLong, cause: error })
  throw error
}

const Position = z.union([z.tuple([z.string()]), z.tuple([z.string(), z.string()])])

/** A cursor is valid for one report only: with other filters or another order its position is meaningless. */
const digest = ({ name, charts, ...rest }: ReportDefinition) =>
  createHash('sha256').update(JSON.stringify(rest)).digest('base64url')

type Cell = ReportResult['rows'][number][number]
export const asCell = (value: unknown): Cell =>
  value instanceof Date ? value.toISOString() : (value as Cell)
