import * as accounts from './accounts.ts'
import * as adminBusinesses from './admin-businesses.ts'
import * as adminDashboard from './admin-dashboard.ts'
import * as apiAccess from './api-access.ts'
import * as apiV1 from './api-v1.ts'
import * as apiV1Webhooks from './api-v1-webhooks.ts'
import * as applications from './applications.ts'
import * as auditLog from './audit-log.ts'
import * as businessProfile from './business-profile.ts'
import * as businessReports from './business-reports.ts'
import * as chat from './chat.ts'
import * as contact from './contact.ts'
import * as dashboard from './dashboard.ts'
import * as documentActivity from './document-activity.ts'
import * as documentFiles from './document-files.ts'
import * as documents from './documents.ts'
import * as invitations from './invitations.ts'
import * as ipLists from './ip-lists.ts'
import * as mailShares from './mail-shares.ts'
import * as notifications from './notifications.ts'
import * as operations from './operations.ts'
import * as outbox from './outbox.ts'
import * as passkeys from './passkeys.ts'
import * as privacy from './privacy.ts'
import * as profile from './profile.ts'
import * as publicForms from './public-forms.ts'
import * as received from './received.ts'
import * as recovery from './recovery.ts'
import * as registration from './registration.ts'
import * as reports from './reports.ts'
import type { Route } from './route.ts'
import * as settings from './settings.ts'
import * as shares from './shares.ts'
import * as systemHealth from './system-health.ts'
import * as team from './team.ts'
import * as twoFactor from './two-factor.ts'
import * as uploads from './uploads.ts'
import * as users from './users.ts'
import * as webhooks from './webhooks.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value

/** Every declared route. The server's tests check that each one is implemented. */
export const routes: readonly Route[] = [
  dashboard,
  documentActivity,
  documentFiles,
  documents,
  uploads,
  accounts,
  adminBusinesses,
  adminDashboard,
  auditLog,
  apiAccess,
  apiV1,
  apiV1Webhooks,
  applications,
  businessProfile,
  businessReports,
  chat,
  contact,
  invitations,
  ipLists,
  mailShares,
  notifications,
  operations,
  outbox,
  passkeys,
  privacy,
  profile,
  publicForms,
  received,
  recovery,
  registration,
  reports,
  settings,
  shares,
  systemHealth,
  team,
  twoFactor,
  users,
  webhooks,
].flatMap((module) => Object.values(module as Record<string, unknown>).filter(isRoute))
