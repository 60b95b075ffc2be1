import * as profile from './accounts/profile.ts'
import * as twoFactor from './accounts/two-factor.ts'
import * as accounts from './accounts.ts'
import * as applications from './admin/applications.ts'
import * as audit from './admin/audit.ts'
import * as backups from './admin/backups.ts'
import * as adminDashboard from './admin/dashboard.ts'
import * as adminDocuments from './admin/documents.ts'
import * as email from './admin/email.ts'
import * as health from './admin/health.ts'
import * as restore from './admin/restore.ts'
import * as settings from './admin/settings.ts'
import * as users from './admin/users.ts'
import * as apiKeys from './api/keys.ts'
import * as mcp from './api/mcp.ts'
import * as apiV1 from './api/v1.ts'
import * as apiV1Customers from './api/v1-customers.ts'
import * as webhooks from './api/webhooks.ts'
import * as archive from './archive.ts'
import * as auditors from './binders/auditors.ts'
import * as salesLists from './binders/sales-lists.ts'
import * as binders from './binders.ts'
import * as adminBusinesses from './businesses/administration.ts'
import * as invitations from './businesses/invitations.ts'
import * as networkLists from './businesses/network-lists.ts'
import * as businessProfile from './businesses/profile.ts'
import * as businessReports from './businesses/reports.ts'
import * as team from './businesses/team.ts'
import * as fill from './certificates/fill.ts'
import * as wallet from './certificates/wallet.ts'
import * as certificates from './certificates.ts'
import * as chat from './chat.ts'
import * as whyTaxed from './coverage/why-taxed.ts'
import * as coverage from './coverage.ts'
import * as customerImports from './customers/import.ts'
import * as customerMerging from './customers/merging.ts'
import * as customerPage from './customers/page.ts'
import * as customers from './customers.ts'
import * as documentActivity from './documents/activity.ts'
import * as documentDashboard from './documents/dashboard.ts'
import * as documentFiles from './documents/files.ts'
import * as documents from './documents.ts'
import * as inbound from './inbound.ts'
import * as blankForms from './knowledge/blank-forms.ts'
import * as learnedForms from './knowledge/learned-forms.ts'
import * as rulesFiles from './knowledge/rules-files.ts'
import * as knowledge from './knowledge.ts'
import * as notifications from './notifications.ts'
import * as privacy from './privacy.ts'
import * as publicPages from './public.ts'
import * as reports from './reports.ts'
import * as requestAnswers from './requests/answers.ts'
import * as campaigns from './requests/campaigns.ts'
import * as chosenCustomers from './requests/chosen-customers.ts'
import * as making from './requests/making.ts'
import * as requests from './requests.ts'
import * as received from './review/received.ts'
import * as verifications from './review/verifications.ts'
import * as review from './review.ts'
import type { Route } from './route.ts'
import * as emailLinks from './sharing/email-links.ts'
import * as sharing from './sharing.ts'
import * as singleSignOn from './single-sign-on.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value

/** Every declared route. The server's tests check that each one is implemented. */
export const routes: readonly Route[] = [
  documentActivity,
  documentDashboard,
  documents,
  documentFiles,
  certificates,
  accounts,
  adminBusinesses,
  adminDashboard,
  adminDocuments,
  audit,
  backups,
  restore,
  apiKeys,
  apiV1,
  mcp,
  apiV1Customers,
  archive,
  inbound,
  applications,
  binders,
  salesLists,
  auditors,
  businessProfile,
  businessReports,
  chat,
  coverage,
  whyTaxed,
  customers,
  customerMerging,
  customerPage,
  customerImports,
  invitations,
  blankForms,
  learnedForms,
  rulesFiles,
  knowledge,
  networkLists,
  emailLinks,
  notifications,
  email,
  privacy,
  profile,
  publicPages,
  received,
  review,
  reports,
  requestAnswers,
  campaigns,
  chosenCustomers,
  requests,
  making,
  settings,
  sharing,
  singleSignOn,
  health,
  team,
  twoFactor,
  users,
  fill,
  wallet,
  verifications,
  webhooks,
].flatMap((module) => Object.values(module as Record<string, unknown>).filter(isRoute))

/** How the published description names the routes of the Business API. The client has a function of each name. */
export const apiNames: ReadonlyMap<Route, string> = new Map(
  [apiV1, apiV1Customers].flatMap((module) =>
    Object.entries(module as Record<string, unknown>).flatMap(([name, value]) =>
      isRoute(value) ? [[value, name] as const] : [],
    ),
  ),
)
