import { apiV1Routes } from './api-v1/routes.ts'
import { accounts } from './features/accounts/feature.ts'
import type { AccountCookies, EnterSession, SessionReader } from './features/accounts/index.ts'
import { admin } from './features/admin/feature.ts'
import { api } from './features/api/feature.ts'
import { archive } from './features/archive/feature.ts'
import { binders } from './features/binders/feature.ts'
import { businesses } from './features/businesses/feature.ts'
import { certificates } from './features/certificates/feature.ts'
import { chat } from './features/chat/feature.ts'
import type { GuestCookie } from './features/chat/index.ts'
import { coverage } from './features/coverage/feature.ts'
import { customers } from './features/customers/feature.ts'
import { documents } from './features/documents/feature.ts'
import { inbound } from './features/inbound/feature.ts'
import { knowledge } from './features/knowledge/feature.ts'
import { notifications } from './features/notifications/feature.ts'
import { privacy } from './features/privacy/feature.ts'
import { publicPages } from './features/public/feature.ts'
import { reports } from './features/reports/feature.ts'
import { requests } from './features/requests/feature.ts'
import { review } from './features/review/feature.ts'
import { sharing } from './features/sharing/feature.ts'
import { singleSignOn } from './features/single-sign-on/feature.ts'
import {
  accountChangesData,
  auditJobHandlers,
  clearOriginsHandler,
  eraseAuditData,
} from './platform/audit/jobs.ts'
import { keepClockMarkHandler } from './platform/clock-mark/clock-mark.ts'
import { clearOutboxHandler, sendEmailHandler } from './platform/email/jobs.ts'
import { type Feature, noPersonalData } from './platform/feature.ts'
import type { HookHandlers } from './platform/hooks.ts'
import { clearCallsHandler } from './platform/idempotency/idempotent-calls.ts'
import type { JobHandler } from './platform/jobs/handle.ts'
import { clearTurnsHandler } from './platform/jobs/turns.ts'
import { prepareMonthsHandler } from './platform/months/months.ts'
import type { PersonalData } from './platform/personal-data.ts'
import { liveJobHandlers } from './platform/realtime/jobs.ts'
import type { Services } from './platform/services.ts'
import { fileJobHandlers } from './platform/storage/jobs.ts'
import type { ViewerWatch } from './platform/viewer-watch.ts'

/** What routes share within one process. */
export interface RouteParts {
  cookies: AccountCookies
  sessions: SessionReader
  enter: EnterSession
  guests: GuestCookie
  viewers: ViewerWatch
  isDraining: (() => boolean) | undefined
}

/** Jobs and data of the services that all features use. */
const platform: Feature = {
  name: 'platform',
  routes: () => [],
  jobs: (services) => [
    ...auditJobHandlers(services),
    ...fileJobHandlers(services),
    ...liveJobHandlers(services),
    clearOriginsHandler(services),
    clearCallsHandler(services),
    clearOutboxHandler(services),
    clearTurnsHandler(services),
    keepClockMarkHandler(services),
    prepareMonthsHandler(services),
    sendEmailHandler(services),
  ],
  emails: [],
  personalData: { contributors: [accountChangesData], erasers: [eraseAuditData] },
  topics: [],
  hooks: () => ({}),
  links: [],
}

/** The public API is above all features: its routes call their verbs, and none of them knows it. */
const apiV1: Feature = {
  name: 'api-v1',
  routes: apiV1Routes,
  jobs: () => [],
  emails: [],
  personalData: noPersonalData,
  topics: [],
  hooks: () => ({}),
  links: [],
}

/** Every feature of the product. A new one is added here, and nowhere else on the server. */
export const features: readonly Feature<RouteParts>[] = [
  accounts,
  businesses,
  singleSignOn,
  admin,
  documents,
  certificates,
  customers,
  coverage,
  sharing,
  requests,
  review,
  archive,
  inbound,
  binders,
  notifications,
  chat,
  reports,
  privacy,
  publicPages,
  knowledge,
  api,
  apiV1,
  platform,
]

export const personalData: PersonalData = {
  contributors: features.flatMap((feature) => feature.personalData.contributors),
  erasers: features.flatMap((feature) => feature.personalData.erasers),
  remains: features.flatMap((feature) => feature.personalData.remains ?? []),
}

/** What every feature does when a hook runs. */
export const hookHandlers = (services: Services): HookHandlers[] =>
  features.map((feature) => feature.hooks(services))

/** Every job. A process without the worker role reads the list too: it creates the queues that it sends to. */
export const jobHandlers = (services: Services): JobHandler[] =>
  features.flatMap((feature) => feature.jobs(services, personalData))
