import { businessTypes } from '../businesses/limits.ts'
import { businessStatuses, memberRoles, memberStatuses } from '../businesses.ts'
import { acceptedUploadTypes } from '../documents/limits.ts'
import { roles, userStatuses } from '../people.ts'

/** The closed list of report types with their columns, relations and filters, as plain data. */

export const reportTypes = ['documents', 'businesses', 'users', 'document_shares', 'business_users'] as const
export type ReportType = (typeof reportTypes)[number]

export type CellKind = 'id' | 'text' | 'choice' | 'number' | 'flag' | 'time'

export interface ReportColumn {
  readonly label: string
  readonly kind: CellKind
  readonly isNullable?: true
}

export const filterNames = [
  'dateRange',
  'status',
  'type',
  'role',
  'verified',
  'businessType',
  'documentCount',
  'userCount',
  'profileName',
] as const
export type FilterName = (typeof filterNames)[number]

/** A filter with choices applies to one column, whose values are the choices. */
interface FilterPlace {
  /** A column of the type or of a joined relation, such as `business.verified`. */
  readonly column: string
  readonly choices?: readonly string[]
}

interface ReportSubject {
  readonly label: string
  readonly columns: Readonly<Record<string, ReportColumn>>
  /** Related tables by the name under which they are joined. */
  readonly relations: Readonly<Record<string, { readonly label: string; readonly type: ReportType }>>
  readonly filters: Readonly<Partial<Record<FilterName, FilterPlace>>>
}

const id = { label: 'ID', kind: 'id' } as const
const name = { label: 'Name', kind: 'text' } as const
const email = { label: 'Email', kind: 'text' } as const
const status = { label: 'Status', kind: 'choice' } as const
const role = { label: 'Role', kind: 'choice' } as const
const stamps = {
  created_at: { label: 'Created', kind: 'time' },
  updated_at: { label: 'Updated', kind: 'time' },
} as const

const documentStatuses = ['processed', 'processing', 'failed'] as const
const documentTypes = Object.keys(acceptedUploadTypes)
const created = { column: 'created_at' }
const ofBusiness = {
  verified: { column: 'business.verified' },
  businessType: { column: 'business.business_type', choices: businessTypes },
  documentCount: { column: 'business.documents_received' },
  userCount: { column: 'business.user_count' },
} as const

/** What a business decided; for a document with several recipients, the latest decision. */
const review = {
  review_outcome: { label: 'Review Outcome', kind: 'choice', isNullable: true },
  reviewer: { label: 'Reviewer', kind: 'text', isNullable: true },
  reviewed_at: { label: 'Reviewed', kind: 'time', isNullable: true },
  hours_to_review: { label: 'Hours to Review', kind: 'number', isNullable: true },
} as const

/** Column sets as specified (9, 12, 7, 6 and 10), and the pages and the review of documents and shares. */
export const reportCatalog: Readonly<Record<ReportType, ReportSubject>> = {
  documents: {
    label: 'Documents',
    columns: {
      id,
      name,
      type: { label: 'Type', kind: 'choice' },
      status,
      date_uploaded: { label: 'Uploaded', kind: 'time' },
      date_processed: { label: 'Processed', kind: 'time', isNullable: true },
      user_id: { label: 'User ID', kind: 'id' },
      ...stamps,
      ...review,
      page_count: { label: 'Pages', kind: 'number', isNullable: true },
    },
    relations: { owner: { label: 'Owner', type: 'users' } },
    filters: {
      dateRange: created,
      status: { column: 'status', choices: documentStatuses },
      type: { column: 'type', choices: documentTypes },
      role: { column: 'owner.role', choices: roles },
      profileName: { column: 'name' },
    },
  },
  businesses: {
    label: 'Businesses',
    columns: {
      id,
      name,
      email,
      status,
      verified: { label: 'Verified', kind: 'flag' },
      business_type: { label: 'Business Type', kind: 'choice', isNullable: true },
      tax_id: { label: 'Tax ID', kind: 'text', isNullable: true },
      date_registered: { label: 'Registered', kind: 'time' },
      documents_received: { label: 'Documents Received', kind: 'number' },
      user_count: { label: 'Users', kind: 'number' },
      ...stamps,
    },
    relations: {},
    filters: {
      dateRange: created,
      status: { column: 'status', choices: businessStatuses },
      verified: { column: 'verified' },
      businessType: { column: 'business_type', choices: businessTypes },
      documentCount: { column: 'documents_received' },
      userCount: { column: 'user_count' },
      profileName: { column: 'name' },
    },
  },
  users: {
    label: 'Users',
    columns: { id, name, email, role, status, ...stamps },
    relations: {},
    filters: {
      dateRange: created,
      status: { column: 'status', choices: userStatuses },
      role: { column: 'role', choices: roles },
      profileName: { column: 'name' },
    },
  },
  document_shares: {
    label: 'Document Shares',
    columns: {
      id,
      document_id: { label: 'Document ID', kind: 'id' },
      business_id: { label: 'Business ID', kind: 'id', isNullable: true },
      shared_at: { label: 'Shared', kind: 'time' },
      ...stamps,
      ...review,
    },
    relations: {
      document: { label: 'Document', type: 'documents' },
      business: { label: 'Business', type: 'businesses' },
    },
    filters: {
      dateRange: created,
      status: { column: 'document.status', choices: documentStatuses },
      type: { column: 'document.type', choices: documentTypes },
      ...ofBusiness,
      profileName: { column: 'business.name' },
    },
  },
  business_users: {
    label: 'Business Users',
    columns: {
      id,
      business_id: { label: 'Business ID', kind: 'id' },
      name,
      email,
      role,
      status,
      date_added: { label: 'Added', kind: 'time' },
      last_active: { label: 'Last Active', kind: 'time', isNullable: true },
      ...stamps,
    },
    relations: { business: { label: 'Business', type: 'businesses' } },
    filters: {
      dateRange: created,
      status: { column: 'status', choices: memberStatuses },
      role: { column: 'role', choices: memberRoles },
      ...ofBusiness,
      profileName: { column: 'name' },
    },
  },
}

/** Reads an own property by a name from outside; inherited properties such as `constructor` do not count. */
export const ownEntry = <Value>(
  entries: Readonly<Record<string, Value>>,
  untrustedName: string,
): Value | undefined => (Object.hasOwn(entries, untrustedName) ? entries[untrustedName] : undefined)

/** Finds a column by its key, `status` or `business.name`; undefined unless the report has it. */
export function findColumn(
  type: ReportType,
  joins: readonly string[],
  untrustedKey: string,
): ReportColumn | undefined {
  const subject = reportCatalog[type]
  const [first = '', second, ...more] = untrustedKey.split('.')
  if (second === undefined) return ownEntry(subject.columns, first)
  const relation = more.length === 0 && joins.includes(first) ? ownEntry(subject.relations, first) : undefined
  const column = relation && ownEntry(reportCatalog[relation.type].columns, second)
  return relation && column && { ...column, label: `${relation.label}: ${column.label}`, isNullable: true }
}

/** Where a filter applies; undefined if the report lacks the filter or the relation it needs. */
export function findFilter(
  type: ReportType,
  joins: readonly string[],
  filter: FilterName,
): FilterPlace | undefined {
  const place = reportCatalog[type].filters[filter]
  return place && findColumn(type, joins, place.column) ? place : undefined
}

/** Every column that the report can show, joined relations last. */
export function columnKeys(type: ReportType, joins: readonly string[]): string[] {
  const { columns, relations } = reportCatalog[type]
  const joined = Object.entries(relations).flatMap(([relation, { type: other }]) =>
    joins.includes(relation)
      ? Object.keys(reportCatalog[other].columns).map((key) => `${relation}.${key}`)
      : [],
  )
  return [...Object.keys(columns), ...joined]
}
