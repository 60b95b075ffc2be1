import type { Feature } from '../../platform/feature.ts'
import { documentJobHandlers } from './jobs.ts'
import { documentsData, eraseDocuments } from './personal-data.ts'
import { documentRoutes } from './routes.ts'

export const documents: Feature = {
  name: 'documents',
  routes: documentRoutes,
  jobs: documentJobHandlers,
  emails: [],
  personalData: { contributors: [documentsData], erasers: [eraseDocuments] },
  topics: ['documents'],
  hooks: () => ({}),
  links: [],
}
