import type { Feature } from '../../platform/feature.ts'
import { applicationReceivedEmail } from './applications/emails.ts'
import { applicationJobHandlers } from './applications/jobs.ts'
import { applicationData, eraseApplications } from './applications/personal-data.ts'
import { applicationRoutes } from './applications/routes.ts'
import { auditLogJobHandlers } from './audit/jobs.ts'
import { auditLogRoutes } from './audit/routes.ts'
import { adminDashboardJobHandlers } from './dashboard/jobs.ts'
import { adminDashboardRoutes } from './dashboard/routes.ts'
import { administeredDocumentRoutes } from './documents/routes.ts'
import { outboxRoutes } from './email/routes.ts'
import { operationRoutes } from './health/operation-routes.ts'
import { systemHealthRoutes } from './health/routes.ts'
import { settingRoutes } from './settings/routes.ts'
import { uptimeJobHandlers } from './uptime/jobs.ts'
import { userRoutes } from './users/routes.ts'

export const admin: Feature<{ isDraining: (() => boolean) | undefined }> = {
  name: 'admin',
  routes: (services, { isDraining }) => [
    ...operationRoutes(services, isDraining),
    ...adminDashboardRoutes(services),
    ...administeredDocumentRoutes(services),
    ...userRoutes(services),
    ...settingRoutes(services),
    ...auditLogRoutes(services),
    ...outboxRoutes(services),
    ...systemHealthRoutes(services),
    ...applicationRoutes(services),
  ],
  jobs: (services) => [
    ...adminDashboardJobHandlers(services),
    ...applicationJobHandlers(services),
    ...auditLogJobHandlers(services),
    ...uptimeJobHandlers(services),
  ],
  emails: [applicationReceivedEmail],
  personalData: { contributors: [applicationData], erasers: [eraseApplications] },
  topics: ['admin', 'applications'],
  hooks: () => ({}),
  links: [],
}
