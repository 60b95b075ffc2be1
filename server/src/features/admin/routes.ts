import * as applications from '@exempta/contract/admin/applications'
import * as auditLog from '@exempta/contract/admin/audit'
import * as backups from '@exempta/contract/admin/backups'
import * as dashboard from '@exempta/contract/admin/dashboard'
import * as documents from '@exempta/contract/admin/documents'
import * as outbox from '@exempta/contract/admin/email'
import * as health from '@exempta/contract/admin/health'
import * as restoring from '@exempta/contract/admin/restore'
import * as settings from '@exempta/contract/admin/settings'
import * as users from '@exempta/contract/admin/users'
import { maskedHeader, writeMaskedHeader } from '@exempta/contract/masking'
import { formLimits } from '@exempta/contract/public/limits'
import { AppError } from '../../platform/app-error.ts'
import { personOf } from '../../platform/call.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { limits } from '../../platform/limits.ts'
import { sourceOf } from '../../platform/network-address.ts'
import type { Services } from '../../platform/services.ts'
import { ArrivingBody, UploadSlots } from '../../platform/upload-slots.ts'
import {
  downloadResume,
  getApplication,
  listApplications,
  removeApplication,
  updateApplication,
} from './applications/applications.ts'
import { readForm, submitApplication } from './applications/submit-application.ts'
import { downloadAuditLog, listAuditLog } from './audit/audit-log.ts'
import { getVerification, requestVerification } from './audit/verification.ts'
import { createBackupLink, downloadBackup, listBackups, startBackup, testBackup } from './backups/backups.ts'
import { getRestore, restoreBackup } from './backups/restore-page.ts'
import { getAdminDashboard } from './dashboard/dashboard.ts'
import { downloadDocumentAccess, listDocumentAccess } from './documents/document-access.ts'
import { listDocuments, listShares, readDocument, retryFailedDocument } from './documents/documents.ts'
import { listEmails, readEmail, resendEmail, revealEmail } from './email/email.ts'
import { dropFailedJob, listFailedJobs, retryFailedJob } from './health/failed-jobs.ts'
import { FirstSeen } from './health/first-seen.ts'
import { MailServerWatch } from './health/mail-server.ts'
import { checkDatabase, getSystemHealth, StoredFigures } from './health/system-health.ts'
import { limits as adminLimits } from './limits.ts'
import { AboutFigures, listSettings, supportAddress, updateSettings } from './settings/settings.ts'
import {
  createUser,
  endUserSessions,
  listUserSessions,
  listUsers,
  readUser,
  removeUser,
  sendResetLink,
  unlockUser,
  updateUser,
} from './users/users.ts'

export const userRoutes = (services: Services): Implementation[] => [
  implement(users.listUsers, ({ call, query }) => listUsers(services, call, query)),
  implement(users.getUser, ({ call, params }) => readUser(services, personOf(call), params.id)),
  implement(users.listUserSessions, async ({ call, params }) => ({
    sessions: await listUserSessions(services, call, params.id),
  })),
  implement(users.endUserSessions, ({ call, params }) => endUserSessions(services, call, params.id)),
  implement(users.unlockUser, async ({ call, params }) => {
    await unlockUser(services, call, params.id)
    return undefined
  }),
  implement(users.sendResetLink, async ({ call, params }) => {
    await sendResetLink(services, call, params.id)
    return undefined
  }),
  implement(users.createUser, ({ call, body }) => createUser(services, call, body)),
  implement(users.updateUser, ({ call, params, body }) => updateUser(services, call, { ...params, ...body })),
  implement(users.removeUser, async ({ call, params }) => {
    await removeUser(services, call, params.id)
    return undefined
  }),
]

export function settingRoutes(services: Services): Implementation[] {
  const figures = new AboutFigures(services)
  return [
    implement(settings.listSettings, async ({ call }) => ({ settings: await listSettings(services, call) })),
    implement(settings.updateSettings, async ({ call, body }) => {
      await updateSettings(services, call, body)
      return { settings: await listSettings(services, call) }
    }),
    implement(settings.getPublicSettings, async () => ({
      settings: { ...services.settings.all(), 'support.email': supportAddress(services) },
      about: await figures.claims(),
    })),
  ]
}

export const adminDashboardRoutes = (services: Services): Implementation[] => [
  implement(dashboard.getAdminDashboard, ({ call }) => getAdminDashboard(services, call)),
]

export const administeredDocumentRoutes = (services: Services): Implementation[] => [
  implement(documents.listAdministeredDocuments, ({ call, query }) => listDocuments(services, call, query)),
  implement(documents.getAdministeredDocument, ({ call, params }) => readDocument(services, call, params.id)),
  implement(documents.listDocumentAccess, ({ call, params, query }) =>
    listDocumentAccess(services, call, { ...query, ...params }),
  ),
  implement(documents.downloadDocumentAccess, ({ call, params }) =>
    downloadDocumentAccess(services, call, params.id),
  ),
  implement(documents.retryFailedDocument, ({ call, params }) =>
    retryFailedDocument(services, call, params.id),
  ),
  implement(documents.listAdministeredShares, ({ call, query }) => listShares(services, call, query)),
]

export const auditLogRoutes = (services: Services): Implementation[] => [
  implement(auditLog.listAuditLog, ({ call, query }) => listAuditLog(services, call, query)),
  implement(auditLog.downloadAuditLog, ({ call, query }) => downloadAuditLog(services, call, query)),
  implement(auditLog.getAuditVerification, async ({ call }) => ({
    verification: await getVerification(services, call),
  })),
  implement(auditLog.verifyAuditLog, async ({ call }) => ({
    verification: await requestVerification(services, call),
  })),
]

const restoreUpload = { files: 1, fieldBytes: 1100, fileBytes: adminLimits.restoredBackupMaxBytes }

export const backupRoutes = (services: Services): Implementation[] => [
  implement(backups.listBackups, () => listBackups(services)),
  implement(backups.startBackup, ({ call }) => startBackup(services, call)),
  implement(backups.testBackup, async ({ call, params }) => {
    await testBackup(services, call, params.id)
    return undefined
  }),
  implement(backups.createBackupLink, ({ call, params, body }) =>
    createBackupLink(services, call, { ...params, ...body }),
  ),
  implement(backups.downloadBackup, ({ call, params }) => downloadBackup(services, call, params.token)),
  implement(restoring.getRestore, async () => getRestore(services)),
  implement(restoring.restoreBackup, ({ request }) => {
    const arriving = new ArrivingBody(services.clock, { source: sourceOf(request.ip) })
    return restoreBackup(services, readUpload(request.raw, arriving, restoreUpload))
  }),
]

export const outboxRoutes = (services: Services): Implementation[] => [
  implement(outbox.listEmails, ({ call, query }) => listEmails(services, call, query)),
  implement(outbox.readEmail, ({ call, params }) => readEmail(services, call, params.id)),
  implement(outbox.revealEmail, ({ call, params, body }) =>
    revealEmail(services, call, { ...body, id: params.id }),
  ),
  implement(outbox.resendEmail, ({ call, params }) => resendEmail(services, call, params.id)),
]

/**
 * Load balancers poll readiness: it fails as soon as a shutdown starts, while requests are still answered.
 */
export function operationRoutes(services: Services, isDraining = () => false): Implementation[] {
  return [
    implement(health.getHealth, async () => ({ status: 'ok' as const })),
    implement(health.getReady, async () => {
      if (isDraining()) throw new AppError('unavailable', { retryAfterSeconds: 2 })
      await checkDatabase(services).catch((cause) => {
        throw new AppError('unavailable', { cause, retryAfterSeconds: 2 })
      })
      return { status: 'ready' as const }
    }),
  ]
}

export function systemHealthRoutes(services: Services): Implementation[] {
  const memory = {
    stored: new StoredFigures(services),
    watch: new MailServerWatch(services),
    firstSeen: new FirstSeen(),
  }
  return [
    implement(health.getSystemHealth, () => getSystemHealth(services, memory)),
    implement(health.listFailedJobs, ({ query }) => listFailedJobs(services, query)),
    implement(health.retryFailedJob, async ({ call, params }) => {
      await retryFailedJob(services, call, params.id)
      return undefined
    }),
    implement(health.dropFailedJob, async ({ call, params }) => {
      await dropFailedJob(services, call, params.id)
      return undefined
    }),
  ]
}

const uploadLimits = { files: 1, fieldBytes: 4 * formLimits.coverLetterLength }

export function applicationRoutes(services: Services): Implementation[] {
  const places = new UploadSlots({
    total: limits.resumesInMemory,
    perSource: limits.resumesInMemoryPerSource,
  })
  return [
    implement(applications.submitApplication, ({ call, request, reply }) => {
      const arriving = new ArrivingBody(services.clock, { source: sourceOf(request.ip) })
      return places.use(arriving, async (place) => {
        await services.files.requireFreeSpace()
        const sent = await readForm(readUpload(request.raw, arriving, uploadLimits))
        place.bodyArrived()
        const masked = await submitApplication(services, call, sent)
        if (masked.length > 0) reply.header(maskedHeader, writeMaskedHeader(masked))
        return undefined
      })
    }),
    implement(applications.listApplications, ({ call, query }) => listApplications(services, call, query)),
    implement(applications.getApplication, ({ call, params }) => getApplication(services, call, params.id)),
    implement(applications.updateApplication, ({ call, params, body }) =>
      updateApplication(services, call, { ...params, ...body }),
    ),
    implement(applications.removeApplication, async ({ call, params }) => {
      await removeApplication(services, call, params.id)
      return undefined
    }),
    implement(applications.downloadResume, ({ call, params }) => downloadResume(services, call, params.id)),
  ]
}
