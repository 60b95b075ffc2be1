import type { Topic } from '@exempta/contract/events'
import type { EmailTemplate } from './email/define-email.ts'
import type { HookHandlers } from './hooks.ts'
import type { Implementation } from './http/implement.ts'
import type { JobHandler } from './jobs/handle.ts'
import type { LinkPurpose } from './one-time-links/queries.ts'
import type { PersonalData } from './personal-data.ts'
import type { Services } from './services.ts'

/**
 * Everything a feature adds to the program. `server/src/features.ts` lists all features, and the program is built from
 * that list alone. Every part has to be given, so a new feature cannot forget one; `features.test.ts` checks that
 * nothing is left unclaimed. `Parts` is what its routes need besides the services.
 */
export interface Feature<Parts = unknown> {
  readonly name: string
  routes(services: Services, parts: Parts): Implementation[]
  jobs(services: Services, personalData: PersonalData): JobHandler[]
  readonly emails: readonly Pick<EmailTemplate<never>, 'name'>[]
  /** What it stores about a person: exported with their data, and deleted with the account. */
  readonly personalData: PersonalData
  /** What pages must refetch when it changes; each topic belongs to one feature. */
  readonly topics: readonly Topic[]
  /** What it does when something happens in a feature below it. */
  hooks(services: Services): HookHandlers
  /** The one-time links it issues. */
  readonly links: readonly LinkPurpose[]
}

export const noPersonalData: PersonalData = { contributors: [], erasers: [] }
