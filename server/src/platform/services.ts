import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './clock.ts'
import type { DerivedKeys } from './crypto/derived-keys.ts'
import type { SealedSecrets } from './crypto/sealed-secrets.ts'
import type { Database } from './db/database.ts'
import type { MailTransport } from './email/send-email.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { OutgoingPost } from './outgoing/outgoing-post.ts'
import type { LiveHub } from './realtime/hub.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import type { Settings } from './settings/settings.ts'
import type { FileStore } from './storage/file-store.ts'

/** What every verb may use: its first argument. Ports are swapped in tests, nothing else is. */
export interface Services {
  clock: Clock
  database: Database
  files: FileStore
  jobs: Jobs
  keys: DerivedKeys
  live: LiveHub
  log: FastifyBaseLogger
  /** Undefined when no mail server is configured: mails are then kept for the administrator. */
  mail: MailTransport | undefined
  /** Calls other people's servers, and none that only we can reach. */
  outgoing: OutgoingPost
  /** The configured public address, without a slash at the end: the only base for links. */
  publicUrl: string
  /** Reads uploaded files, in processes of their own. */
  sandbox: Pick<Sandbox, 'redact' | 'close' | 'slots' | 'figures' | 'condition'>
  secrets: SealedSecrets
  settings: Settings
}
