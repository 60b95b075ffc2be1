/**
 * From a report's definition to SQL. Every name in it comes from the tables here and from the contract's catalog;
 * what the client sent only chooses among them, and its values travel as parameters.
 */
import { findColumn, ownEntry, type ReportColumn, type ReportType } from '@exempta/contract/report-catalog'
import type { ReportDefinition } from '@exempta/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'

export type ReportSource = Pick<ReportDefinition, 'type' | 'joins'>

const views: Readonly<Record<ReportType, string>> = {
  documents: 'report_documents',
  businesses: 'report_businesses',
  users: 'report_users',
  document_shares: 'report_document_shares',
  business_users: 'report_business_users',
}

interface Relation {
  type: ReportType
  key: string
}

/** What each relation of the catalog goes by. */
const relations: Readonly<Record<ReportType, Readonly<Record<string, Relation>>>> = {
  documents: { owner: { type: 'users', key: 'user_id' } },
  businesses: {},
  users: {},
  document_shares: {
    document: { type: 'documents', key: 'document_id' },
    business: { type: 'businesses', key: 'business_id' },
  },
  business_users: { business: { type: 'businesses', key: 'business_id' } },
}

/** The rows of the type as `r`, and whatever is joined; a row whose relation is missing stays. */
export function fromSource({ type, joins }: ReportSource): RawBuilder<unknown> {
  const joined = joins.map((name) => {
    const relation = ownEntry(relations[type], name)
    if (!relation) throw unknownName('joins')
    return sql`left join ${sql.table(views[relation.type])} as ${sql.id(`j_${name}`)}
      on ${sql.id(`j_${name}`, 'id')} = ${sql.id('r', relation.key)}`
  })
  return sql`${sql.table(views[type])} as r ${sql.join(joined, sql` `)}`
}

/** A column of the report: what it is, and its SQL. */
export function columnOf(
  { type, joins }: ReportSource,
  untrustedKey: string,
): { column: ReportColumn; reference: RawBuilder<unknown> } {
  const column = findColumn(type, joins, untrustedKey)
  if (!column) throw unknownName('columns')
  const [first = '', second] = untrustedKey.split('.')
  return { column, reference: second === undefined ? sql.id('r', first) : sql.id(`j_${first}`, second) }
}

/** The contract has refused it before; this keeps a rule forgotten there harmless. */
const unknownName = (path: string) =>
  new AppError('invalid-input', { fields: [{ path, message: 'This does not belong to the report' }] })
