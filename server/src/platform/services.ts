import type { FastifyBaseLogger } from 'fastify'
import type { Backups, RestoreOnPage } from './backup/backups.ts'
import type { Clock } from './clock.ts'
import type { DerivedKeys } from './crypto/derived-keys.ts'
import type { SealedSecrets } from './crypto/sealed-secrets.ts'
import type { Database } from './db/database.ts'
import type { EmailTransport } from './email/email-transport.ts'
import type { InboundEmail } from './email/inbound-email.ts'
import type { Hooks } from './hooks.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { OutgoingPost } from './outgoing/outgoing-post.ts'
import type { LiveHub } from './realtime/hub.ts'
import type { LoadedRules } from './rules/loaded-rules.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { Settings } from './settings/settings.ts'
import type { FileStore } from './storage/file-store.ts'

/** The services that every verb gets as its first argument. Tests replace only ports such as the clock and email. */
export interface Services {
  backups: Backups
  clock: Clock
  database: Database
  files: FileStore
  hooks: Hooks
  jobs: Jobs
  keys: DerivedKeys
  live: LiveHub
  log: FastifyBaseLogger
  /** Undefined when no mail server is configured; emails are then kept for the administrator. */
  emailTransport: EmailTransport | undefined
  /** The configured sender of emails, when one is set. */
  mailFrom?: string | undefined
  /** Where emails of customers arrive; undefined when none do. */
  inboundEmail?: InboundEmail | undefined
  /** Calls servers of other organizations, and never servers of our own network. */
  outgoing: OutgoingPost
  /** The configured public address, without a slash at the end: the only base for links. */
  publicUrl: string
  /** Undefined where a page can't restore a backup: the program shares its database with others. */
  restore?: RestoreOnPage | undefined
  rules: LoadedRules
  /** Processes uploaded files in isolated processes. */
  sandbox: Pick<
    Sandbox,
    | 'redact'
    | 'fill'
    | 'addLastPage'
    | 'learn'
    | 'split'
    | 'convertTiff'
    | 'close'
    | 'slots'
    | 'figures'
    | 'condition'
  >
  secrets: SealedSecrets
  settings: Settings
}
