import { z } from 'zod'
import { only } from '../access.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute, fileOf } from '../route.ts'

const tag = 'Customers: lists'
const member = only('business')
const params = z.object({ id: z.uuid() })
const csv = 'text/csv; charset=utf-8'

export const importLimits = {
  rows: 100_000,
  fileBytes: 30 * 1024 * 1024,
  /** Lines with problems, and customers that would change, on the page. The files have all of them. */
  linesShown: 100,
  changesShown: 50,
  fileNameLength: 200,
  columnLength: 100,
  /** A list that isn’t imported is deleted after this, and so are the lines of one that was. */
  keptDays: 30,
} as const

/** What a column of a list can be, with the heading of the template and of the export, in their order. */
export const customerColumns = {
  number: 'Customer number',
  name: 'Name',
  otherNames: 'Other names',
  contactName: 'Contact',
  email: 'Email',
  phone: 'Phone',
  street: 'Street',
  city: 'City',
  state: 'State',
  postalCode: 'ZIP code',
  parent: 'Parent customer number',
  tags: 'Tags',
  note: 'Note',
  inactive: 'Inactive',
} as const
export type CustomerColumn = keyof typeof customerColumns
export const customerColumnNames = Object.keys(customerColumns) as [CustomerColumn, ...CustomerColumn[]]

/** Between several names or tags in one cell. */
export const listSeparator = '; '

/** The heading of the column that says what is wrong. A list that is uploaded again may have it. */
export const problemHeading = 'What to correct'

/** What is wrong with a line, in words. The problem of a column begins with the heading of the column. */
export const importProblems = {
  'no-name': 'A new customer needs a name',
  'no-state': 'An address needs a state',
  'too-many-contacts': 'This customer has too many contacts',
  'too-many-addresses': 'This customer has too many addresses',
  'too-long': 'is too long',
  'too-many': 'has too many values',
  'wrong-email': 'isn’t a valid email address',
  'unknown-state': 'isn’t a state we know',
  'not-yes-or-no': 'must be Yes or No',
  secret: 'looks like a card or Social Security number',
  formula: 'starts like a formula',
  unreadable: 'has characters that can’t be used here',
  twice: 'is on an earlier line, too',
  merged: 'is of a customer that was merged into another one',
  ambiguous: 'Several customers have this name. Add the customer number.',
  'unknown-parent': 'isn’t the number of a customer',
  'parent-loop': 'A customer can’t be above itself',
  'changed-meanwhile': 'Someone changed this customer after you saw the preview. Check this line again.',
} as const
export type ImportProblem = keyof typeof importProblems
export const ImportProblem = z.enum(Object.keys(importProblems) as [ImportProblem, ...ImportProblem[]])

/** One message for a line, as the page and the file have it. */
export const problemText = ({ kind, column }: { kind: ImportProblem; column: CustomerColumn | null }) =>
  column === null ? importProblems[kind] : `${customerColumns[column]} ${importProblems[kind]}`

/** What a line gives. A cell that is empty, or isn't in the list, leaves what the customer has. */
export interface CustomerEntry {
  number?: string
  name?: string
  otherNames?: string[]
  contact?: { name?: string; email?: string; phone?: string }
  address?: { street?: string; city?: string; state?: string; postalCode?: string }
  parent?: string
  tags?: string[]
  note?: string
  isInactive?: boolean
}

const Column = z.int().min(0).max(200).nullable()
const columnOfEach = Object.fromEntries(customerColumnNames.map((name) => [name, Column])) as Record<
  CustomerColumn,
  typeof Column
>
/** Which column of the file is what, counted from 0. */
export const CustomerMapping = z.strictObject(columnOfEach)
export type CustomerMapping = z.infer<typeof CustomerMapping>

export const importStatusWords = {
  checking: 'Checking',
  ready: 'Not imported yet',
  importing: 'Importing',
  done: 'Imported',
  failed: 'Stopped',
} as const
export type ImportStatus = keyof typeof importStatusWords
export const ImportStatus = z.enum(Object.keys(importStatusWords) as [ImportStatus, ...ImportStatus[]])

const Counts = z.object({
  created: z.int().describe('New customers'),
  updated: z.int().describe('Customers that change'),
  unchanged: z.int().describe('Customers that are the same already'),
  bad: z.int().describe('Lines with a problem, which are left out'),
})

export const CustomerImport = z.object({
  id: z.uuid(),
  fileName: z.string(),
  status: ImportStatus,
  rows: z.int(),
  progress: z.int().describe('How many lines are checked or, later, imported'),
  counts: Counts.describe('What an import will do, and once it’s imported what it did'),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable().describe('Null if that account was deleted'),
  doneAt: z.iso.datetime().nullable(),
})
export type CustomerImport = z.infer<typeof CustomerImport>

const ColumnName = z.enum(customerColumnNames)

export const CustomerImportDetails = CustomerImport.extend({
  columns: z.array(z.string()).describe('The headings of the file'),
  mapping: CustomerMapping,
  problems: z
    .array(
      z.object({
        line: z.int(),
        kind: ImportProblem,
        column: ColumnName.nullable(),
        value: z.string().nullable(),
      }),
    )
    .describe(`The first ${importLimits.linesShown} lines with a problem`),
  changes: z
    .array(
      z.object({
        line: z.int(),
        number: z.string().nullable(),
        name: z.string(),
        isNew: z.boolean(),
        fields: z.array(
          z.object({ column: ColumnName, before: z.string().nullable(), after: z.string().nullable() }),
        ),
      }),
    )
    .describe(`The first ${importLimits.changesShown} customers that are new or change`),
})
export type CustomerImportDetails = z.infer<typeof CustomerImportDetails>

export const listImports = defineRoute({
  method: 'GET',
  path: '/api/customers/imports',
  summary: 'List uploaded lists of customers, newest first',
  tag,
  access: member,
  query: PageQuery,
  response: pageOf(CustomerImport),
  errors: ['not-allowed'],
})

export const createImport = defineRoute({
  method: 'POST',
  path: '/api/customers/imports',
  summary: 'Upload a list of customers as CSV (managers). Nothing changes yet.',
  tag,
  access: member,
  upload: true,
  response: CustomerImportDetails,
  status: 201,
  errors: ['not-allowed', 'malformed-request', 'unsupported-type', 'too-large'],
})

export const getImport = defineRoute({
  method: 'GET',
  path: '/api/customers/imports/:id',
  summary: 'Get a list of customers with what importing it changes',
  tag,
  access: member,
  params,
  response: CustomerImportDetails,
  errors: ['not-allowed', 'not-found'],
})

export const mapImport = defineRoute({
  method: 'PUT',
  path: '/api/customers/imports/:id/mapping',
  summary: 'Choose which column is what (managers). The list is checked again.',
  tag,
  access: member,
  params,
  body: CustomerMapping,
  response: CustomerImportDetails,
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const startImport = defineRoute({
  method: 'POST',
  path: '/api/customers/imports/:id/start',
  summary: 'Import a list of customers in the background (managers). Lines with a problem are left out.',
  tag,
  access: member,
  params,
  response: CustomerImportDetails,
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const removeImport = defineRoute({
  method: 'DELETE',
  path: '/api/customers/imports/:id',
  summary: 'Delete an uploaded list (managers). Customers that it created or changed stay.',
  tag,
  access: member,
  params,
  response: 'nothing',
  errors: ['not-allowed', 'not-found', 'conflict'],
})

export const downloadBadLines = defineRoute({
  method: 'GET',
  path: '/api/customers/imports/:id/lines-to-correct',
  summary: 'Download the lines with a problem and what to correct, as CSV with the columns of the list',
  tag,
  access: member,
  params,
  response: fileOf(csv).recordedAs('customer-import.export'),
  errors: ['not-allowed', 'not-found'],
})

export const downloadTemplate = defineRoute({
  method: 'GET',
  path: '/api/customers/template',
  summary: 'Download an empty list of customers, as CSV with all columns',
  tag,
  access: member,
  response: fileOf(csv).unrecorded('It holds no data'),
})

export const exportCustomers = defineRoute({
  method: 'GET',
  path: '/api/customers/export',
  summary: 'Download all customers as CSV, in the columns that an import takes',
  tag,
  access: member,
  response: fileOf(csv).recordedAs('customer.export'),
  errors: ['not-allowed'],
})
