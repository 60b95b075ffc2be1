import type { Feature } from '../../platform/feature.ts'
import type { AccountCookies } from './cookies.ts'
import * as emails from './emails.ts'
import { accountJobHandlers } from './jobs.ts'
import { accountData } from './personal-data.ts'
import { accountRoutes } from './routes.ts'
import type { SessionReader } from './sessions.ts'
import type { EnterSession } from './start-session.ts'

export const accounts: Feature<{ cookies: AccountCookies; sessions: SessionReader; enter: EnterSession }> = {
  name: 'accounts',
  routes: (services, { cookies, sessions, enter }) => accountRoutes(services, cookies, sessions, enter),
  jobs: accountJobHandlers,
  emails: [
    emails.accountNoticeEmail,
    emails.confirmNewAddressEmail,
    emails.choosePasswordEmail,
    emails.resetPasswordEmail,
    emails.verifyAddressEmail,
  ],
  personalData: { contributors: [accountData], erasers: [] },
  topics: ['account'],
  hooks: () => ({}),
  links: ['set-up', 'reset-password', 'choose-password', 'verify-email', 'change-email'],
}
