import type { ReportTemplateInput } from '@exempta/contract/reports'

const plain = { filters: {}, joins: [], groupBy: [], aggregations: [] }

/** Emailed every Monday. */
export const weeklyReport = 'Documents per week'

export const demoReportTemplates: readonly ReportTemplateInput[] = [
  {
    name: weeklyReport,
    description: 'How many documents were uploaded in the last 90 days, by status.',
    type: 'documents',
    settings: {
      ...plain,
      columns: ['name', 'status', 'created_at'],
      filters: { dateRange: { lastDays: 90 } },
      groupBy: [{ field: 'created_at', unit: 'week' }, { field: 'status' }],
      aggregations: [{ type: 'count', field: '*', alias: 'Documents' }],
    },
  },
  {
    name: 'Businesses by type',
    description: 'Which kinds of businesses receive documents, and how many people work there.',
    type: 'businesses',
    settings: {
      ...plain,
      columns: ['name', 'business_type', 'documents_received', 'user_count'],
      groupBy: [{ field: 'business_type' }],
      aggregations: [
        { type: 'count', field: '*', alias: 'Businesses' },
        { type: 'sum', field: 'documents_received', alias: 'Documents received' },
        { type: 'avg', field: 'user_count', alias: 'Users on average' },
      ],
    },
  },
  {
    name: 'Failed documents and their owners',
    description: 'Documents that couldn’t be processed, and who may need help.',
    type: 'documents',
    settings: {
      ...plain,
      columns: ['name', 'type', 'created_at', 'owner.name', 'owner.email'],
      filters: { dateRange: { lastDays: 30 }, status: ['failed'] },
      joins: ['owner'],
    },
  },
]
