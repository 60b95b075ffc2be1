import type { Feature } from '../../platform/feature.ts'
import { applicationData, eraseApplications } from './applications/applications.ts'
import { applicationReceivedEmail } from './applications/emails.ts'
import {
  adminDashboardJobHandlers,
  applicationJobHandlers,
  auditLogJobHandlers,
  backupJobHandlers,
  uptimeJobHandlers,
} from './jobs.ts'
import {
  adminDashboardRoutes,
  administeredDocumentRoutes,
  applicationRoutes,
  auditLogRoutes,
  backupRoutes,
  operationRoutes,
  outboxRoutes,
  settingRoutes,
  systemHealthRoutes,
  userRoutes,
} from './routes.ts'

export const admin: Feature<{ isDraining: (() => boolean) | undefined }> = {
  name: 'admin',
  routes: (services, { isDraining }) => [
    ...operationRoutes(services, isDraining),
    ...adminDashboardRoutes(services),
    ...administeredDocumentRoutes(services),
    ...userRoutes(services),
    ...settingRoutes(services),
    ...auditLogRoutes(services),
    ...backupRoutes(services),
    ...outboxRoutes(services),
    ...systemHealthRoutes(services),
    ...applicationRoutes(services),
  ],
  jobs: (services) => [
    ...adminDashboardJobHandlers(services),
    ...applicationJobHandlers(services),
    ...auditLogJobHandlers(services),
    ...backupJobHandlers(services),
    ...uptimeJobHandlers(services),
  ],
  emails: [applicationReceivedEmail],
  personalData: { contributors: [applicationData], erasers: [eraseApplications] },
  topics: ['admin', 'applications'],
  hooks: () => ({}),
  links: [],
}
