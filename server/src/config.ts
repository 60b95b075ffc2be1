/** The only reader of the environment. The table in the README is made from `settings`. */
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isMailbox } from './platform/email/header-values.ts'
import type { SmtpListenerConfig } from './platform/email/inbound-email.ts'
import { type RulesKeys, rulesKeyOf } from './platform/rules/read-rules-file.ts'

const port = z.coerce.number().int().min(0).max(65535)
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
const masterKey = z.string().regex(/^[A-Za-z0-9+/]{43}=$/)
const mailbox = z
  .string()
  .regex(/^[^\p{Cc}]*$/u)
  .refine(isMailbox)
const inboundAddress = z
  .string()
  .transform((text) => text.toLowerCase())
  .refine((text) => isMailbox(text.includes('@') ? text : `a@${text}`) && !text.includes('<'))
const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))

interface Setting<T extends z.ZodType = z.ZodType> {
  schema: T
  about: string
  /** What applies when unset, in words or as the value itself. */
  fallback: string
  secret?: true
}

function readRulesKeys(entries: readonly string[], context: z.RefinementCtx): RulesKeys {
  const keys = new Map<string, ReturnType<typeof rulesKeyOf>>()
  for (const entry of entries) {
    const [, name, key] = /^([\w-]{1,40}):([A-Za-z0-9+/]{59}=)$/.exec(entry) ?? []
    try {
      if (!name || !key || keys.has(name)) throw new TypeError('Not a key.')
      keys.set(name, rulesKeyOf(key))
    } catch {
      context.addIssue({ code: 'custom', message: 'Not a key.' })
    }
  }
  return keys
}

export const settings = {
  PORT: { schema: port.default(3000), about: 'Port to listen on (0 picks a free one)', fallback: '3000' },
  HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    about: 'Address to listen on',
    fallback: '127.0.0.1',
  },
  WORKER_PORT: {
    schema: port.optional(),
    about: 'Port on which a --role worker process serves /api/health, /api/ready and /metrics',
    fallback: 'workers don’t listen',
  },
  DRAIN_SECONDS: {
    schema: z.coerce.number().int().min(0).max(300).default(0),
    about: 'Seconds to keep serving after a stop signal, while /api/ready already reports not ready',
    fallback: '0',
  },
  PUBLIC_URL: {
    schema: httpUrl.optional(),
    about: 'The address people use. Links in emails start with it, and `https` makes cookies secure',
    fallback: 'http://localhost:PORT',
  },
  DATA_DIR: {
    schema: z.string().min(1).optional(),
    about: 'Folder for the embedded database, files and keys',
    fallback: './data, with --demo ./data-demo',
  },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    about: 'PostgreSQL (15 or newer) to use instead of the embedded database',
    fallback: 'embedded database in DATA_DIR/db',
    secret: true,
  },
  DATABASE_POOL_SIZE: {
    schema: z.coerce.number().int().min(2).max(200).default(10),
    about: 'PostgreSQL connections per process',
    fallback: '10',
  },
  STATEMENT_TIMEOUT_MS: {
    schema: z.coerce.number().int().min(100).max(600_000).default(15_000),
    about: 'Longest time a database statement may run',
    fallback: '15000',
  },
  MASTER_KEY: {
    schema: masterKey.optional(),
    about: 'Key that protects the keys of all files: 32 random bytes in base64 (openssl rand -base64 32)',
    fallback: 'DATA_DIR/master.key, created at first start',
    secret: true,
  },
  MASTER_KEY_PREVIOUS: {
    schema: masterKey.optional(),
    about: 'The previous master key, until npm run keys:rotate has finished',
    fallback: 'none',
    secret: true,
  },
  BACKUP_PASSPHRASE: {
    schema: z.string().min(16).max(1024).optional(),
    about: 'Passphrase of 16 characters or more that encrypts and decrypts backups',
    fallback: 'no backups',
    secret: true,
  },
  BACKUP_DIR: {
    schema: z.string().min(1).optional(),
    about: 'Folder for the backups that the program makes; all processes need the same one',
    fallback: 'DATA_DIR/backups',
  },
  BACKUP_BUCKET: {
    schema: z.string().min(3).max(63).optional(),
    about: 'S3 bucket for the backups instead of the folder, where they are only tested',
    fallback: 'backups are kept in BACKUP_DIR',
  },
  BACKUP_S3_ENDPOINT: {
    schema: httpUrl.optional(),
    about: 'Address of the S3-compatible server with BACKUP_BUCKET, if it’s another one',
    fallback: 'S3_ENDPOINT and its key',
  },
  BACKUP_S3_REGION: {
    schema: z.string().min(1).optional(),
    about: 'Region of BACKUP_BUCKET',
    fallback: 'S3_REGION',
  },
  BACKUP_S3_ACCESS_KEY_ID: {
    schema: z.string().min(1).optional(),
    about: 'Access key of BACKUP_BUCKET (with BACKUP_S3_ENDPOINT)',
    fallback: 'S3_ACCESS_KEY_ID',
    secret: true,
  },
  BACKUP_S3_SECRET_ACCESS_KEY: {
    schema: z.string().min(1).optional(),
    about: 'Secret of that access key',
    fallback: 'S3_SECRET_ACCESS_KEY',
    secret: true,
  },
  BACKUP_BEFORE_UPGRADE: {
    schema: z
      .enum(['true', 'false'])
      .default('true')
      .transform((text) => text === 'true'),
    about: 'Whether a version that changes the database makes a backup first (with BACKUP_PASSPHRASE)',
    fallback: 'true',
  },
  S3_ENDPOINT: {
    schema: httpUrl.optional(),
    about: 'Address of an S3-compatible server that stores the files (with S3_BUCKET)',
    fallback: 'files are kept in DATA_DIR/files',
  },
  S3_BUCKET: {
    schema: z.string().min(3).max(63).optional(),
    about: 'Bucket for the files (with S3_ENDPOINT)',
    fallback: 'files are kept in DATA_DIR/files',
  },
  S3_REGION: {
    schema: z.string().min(1).default('us-east-1'),
    about: 'Region of the bucket',
    fallback: 'us-east-1',
  },
  S3_ACCESS_KEY_ID: {
    schema: z.string().min(1).optional(),
    about: 'Access key of the bucket (with S3_SECRET_ACCESS_KEY)',
    fallback: 'none; needed with S3_BUCKET',
    secret: true,
  },
  S3_SECRET_ACCESS_KEY: {
    schema: z.string().min(1).optional(),
    about: 'Secret of the access key',
    fallback: 'none; needed with S3_BUCKET',
    secret: true,
  },
  ADMIN_EMAIL: {
    schema: z.email().optional(),
    about: 'Email of the first administrator, created at first start (with ADMIN_PASSWORD)',
    fallback: 'a one-time setup link is printed',
  },
  ADMIN_PASSWORD: {
    schema: z.string().min(8).max(1024).optional(),
    about: 'Password of the first administrator, 8 characters or more',
    fallback: 'a one-time setup link is printed',
    secret: true,
  },
  TRUSTED_PROXIES: {
    schema: list.default([]),
    about: 'Addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted, separated by commas',
    fallback: 'none',
  },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/ }).optional(),
    about: 'Mail server, as smtp://user:password@host:587 or smtps://…; add ?requireTLS=true to require TLS',
    fallback:
      'emails are kept for the administrator, who opens their links with a password while the person is notified',
    secret: true,
  },
  MAIL_FROM: {
    schema: mailbox.optional(),
    about: 'Sender of all emails, as Name <email@example.org>',
    fallback: 'Exempta <no-reply@host of PUBLIC_URL>',
  },
  INBOUND_ADDRESS: {
    schema: inboundAddress.optional(),
    about:
      'Domain to which customers answer by email (reply.example.org), or a mailbox that takes plus addresses (certificates@example.org); all processes need it',
    fallback: 'no one can answer by email',
  },
  INBOUND_SMTP_PORT: {
    schema: port.optional(),
    about: 'Port on which this process receives emails over SMTP (with INBOUND_ADDRESS)',
    fallback: 'no SMTP',
  },
  INBOUND_SMTP_HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    about: 'Address on which it receives them',
    fallback: '127.0.0.1',
  },
  INBOUND_TLS_CERT: {
    schema: z.string().min(1).optional(),
    about: 'File with the certificate for STARTTLS, in PEM (with INBOUND_TLS_KEY)',
    fallback: 'no STARTTLS',
  },
  INBOUND_TLS_KEY: {
    schema: z.string().min(1).optional(),
    about: 'File with its private key, in PEM (with INBOUND_TLS_CERT)',
    fallback: 'no STARTTLS',
  },
  IMAP_URL: {
    schema: z.url({ protocol: /^imaps?$/ }).optional(),
    about:
      'Mailbox from which emails are fetched every minute, as imaps://user:password@host/INBOX (with INBOUND_ADDRESS)',
    fallback: 'no mailbox',
    secret: true,
  },
  METRICS_TOKEN: {
    schema: z.string().min(16).optional(),
    about: 'Bearer token for /metrics, 16 characters or more',
    fallback: '/metrics is off',
    secret: true,
  },
  RATE_LIMIT_PER_MINUTE: {
    schema: z.coerce.number().int().min(1).max(1_000_000).default(600),
    about:
      'Requests per minute allowed to each route for one source address or API key; also refused requests from one address across all routes',
    fallback: '600',
  },
  GUESS_LIMIT_PER_MINUTE: {
    schema: z.coerce.number().int().min(1).max(1_000_000).default(20),
    about:
      'Attempts at secrets (login, codes, links) per minute allowed to each route for one source address; also its failed attempts with links and API keys',
    fallback: '20',
  },
  BODY_PACE_SECONDS: {
    schema: z.coerce.number().int().min(1).max(600).default(60),
    about: 'Seconds within which a request body must deliver another 32 KB; slower requests are closed',
    fallback: '60',
  },
  SANDBOX_PROCESSES: {
    schema: z.coerce.number().int().min(1).max(64).default(2),
    about: 'Most processes that read uploaded files at the same time, per server process',
    fallback: '2',
  },
  SANDBOX_MEMORY_MB: {
    schema: z.coerce.number().int().min(512).max(65_536).default(1024),
    about: 'Memory in MB that each of them may use',
    fallback: '1024',
  },
  SANDBOX_PAGE_TIMEOUT_MS: {
    schema: z.coerce.number().int().min(1000).max(3_600_000).default(120_000),
    about: 'Most processor time that reading one page may take, in all threads',
    fallback: '120000',
  },
  SANDBOX_FILE_TIMEOUT_MS: {
    schema: z.coerce.number().int().min(1000).max(86_400_000).default(3_600_000),
    about: 'Most processor time that reading a file may take in one go; finished pages are kept',
    fallback: '3600000',
  },
  RULES_KEYS: {
    schema: list.pipe(z.array(z.string()).transform(readRulesKeys)).default(new Map()),
    about:
      'Keys that may sign rules files, each as NAME:KEY with the public key that npm run rules:sign prints; several with commas',
    fallback: 'none: rules change with releases only',
  },
  WEBHOOK_ALLOW_PRIVATE: {
    schema: z
      .enum(['true', 'false'])
      .default('false')
      .transform((text) => text === 'true'),
    about:
      'true lets webhooks and single sign-on use http, any port and private addresses; for tests and closed networks only',
    fallback: 'false',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    about: 'How much to log: fatal, error, warn, info, debug, trace or silent',
    fallback: 'info',
  },
} as const satisfies Record<string, Setting>

type Values = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]['schema']> }

export const roleNames = ['all', 'web', 'worker'] as const
export type ProcessRole = (typeof roleNames)[number]

export interface Config {
  readonly role: ProcessRole
  readonly demo: boolean
  readonly port: number
  readonly host: string
  readonly workerPort: number | undefined
  readonly drainMs: number
  /** Undefined when not configured: then it is this machine's own address at the port that is used. */
  readonly publicUrl: string | undefined
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly databasePoolSize: number
  readonly statementTimeoutMs: number
  /** Base64, the newest first; empty when the key file is used. */
  readonly masterKeys: readonly string[]
  readonly backupPassphrase: string | undefined
  readonly backupBeforeUpgrade: boolean
  readonly backupFolder: string
  readonly backupBucket: S3Config | undefined
  readonly s3: S3Config | undefined
  readonly firstAdmin: { email: string; password: string } | undefined
  readonly trustedProxies: readonly string[]
  readonly smtpUrl: string | undefined
  /** Always set when a mail server is configured. */
  readonly mailFrom: string | undefined
  readonly inbound: InboundConfig | undefined
  readonly metricsToken: string | undefined
  readonly rateLimitPerMinute: number
  readonly guessLimitPerMinute: number
  readonly bodyPaceMs: number
  readonly sandbox: SandboxConfig
  /** Trusted to sign rules files. */
  readonly rulesKeys: RulesKeys
  readonly webhookAllowPrivate: boolean
  readonly logLevel: Values['LOG_LEVEL']
}

export interface SandboxConfig {
  readonly processes: number
  readonly reservedProcesses: number
  readonly memoryBytes: number
  readonly pageTimeoutMs: number
  readonly fileTimeoutMs: number
}

export interface InboundConfig {
  /** A domain, or a mailbox that takes plus addresses. */
  readonly address: string
  readonly smtp: SmtpListenerConfig | undefined
  readonly imapUrl: string | undefined
}

export interface S3Config {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** A wrong value: its message is one line that names the variable and what it takes. */
export class ConfigError extends Error {}

export function readConfig(environment: Record<string, string | undefined>, argv: readonly string[]): Config {
  const values = readValues(environment)
  const { role, demo } = readArguments(argv)
  if (Boolean(values.ADMIN_EMAIL) !== Boolean(values.ADMIN_PASSWORD)) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.')
  }
  if (role !== 'all' && !values.DATABASE_URL) {
    throw new ConfigError(
      '--role web and --role worker need DATABASE_URL: the embedded database serves one process.',
    )
  }
  const dataDir = resolve(values.DATA_DIR ?? (demo ? './data-demo' : './data'))
  return {
    role,
    demo,
    port: values.PORT,
    host: values.HOST,
    workerPort: values.WORKER_PORT,
    drainMs: values.DRAIN_SECONDS * 1000,
    publicUrl: values.PUBLIC_URL,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    statementTimeoutMs: values.STATEMENT_TIMEOUT_MS,
    masterKeys: readMasterKeys(values),
    backupPassphrase: values.BACKUP_PASSPHRASE,
    backupBeforeUpgrade: values.BACKUP_BEFORE_UPGRADE,
    backupFolder: resolve(values.BACKUP_DIR ?? join(dataDir, 'backups')),
    backupBucket: readBackupBucket(values),
    s3: readS3(values),
    firstAdmin:
      values.ADMIN_EMAIL && values.ADMIN_PASSWORD
        ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD }
        : undefined,
    trustedProxies: values.TRUSTED_PROXIES,
    smtpUrl: values.SMTP_URL,
    mailFrom: readMailFrom(values),
    inbound: readInbound(values),
    metricsToken: values.METRICS_TOKEN,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    guessLimitPerMinute: values.GUESS_LIMIT_PER_MINUTE,
    bodyPaceMs: values.BODY_PACE_SECONDS * 1000,
    sandbox: readSandbox(values, role),
    rulesKeys: values.RULES_KEYS,
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE,
    logLevel: values.LOG_LEVEL,
  }
}

function readMasterKeys({ MASTER_KEY, MASTER_KEY_PREVIOUS }: Values): string[] {
  if (MASTER_KEY_PREVIOUS && !MASTER_KEY) throw new ConfigError('MASTER_KEY_PREVIOUS needs MASTER_KEY.')
  return [MASTER_KEY, MASTER_KEY_PREVIOUS].filter((key) => key !== undefined)
}

function readMailFrom({ MAIL_FROM, PUBLIC_URL, SMTP_URL }: Values): string | undefined {
  if (MAIL_FROM || !SMTP_URL) return MAIL_FROM
  const host = PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost'
  const sender = `Exempta <no-reply@${host}>`
  if (isMailbox(sender)) return sender
  throw new ConfigError(`SMTP_URL needs MAIL_FROM here: emails can’t be sent from an address at ${host}.`)
}

function readInbound(values: Values): InboundConfig | undefined {
  const { INBOUND_ADDRESS: address, INBOUND_SMTP_PORT: smtpPort, IMAP_URL: imapUrl } = values
  const { INBOUND_TLS_CERT: cert, INBOUND_TLS_KEY: key } = values
  if (Boolean(cert) !== Boolean(key)) {
    throw new ConfigError('INBOUND_TLS_CERT and INBOUND_TLS_KEY belong together: set both or neither.')
  }
  if (address === undefined) {
    if (smtpPort !== undefined) throw new ConfigError('INBOUND_SMTP_PORT needs INBOUND_ADDRESS.')
    if (imapUrl !== undefined) throw new ConfigError('IMAP_URL needs INBOUND_ADDRESS.')
    return undefined
  }
  const tls = cert && key ? { cert, key } : undefined
  const smtp = smtpPort === undefined ? undefined : { port: smtpPort, host: values.INBOUND_SMTP_HOST, tls }
  return { address, smtp, imapUrl }
}

function readS3(values: Values): S3Config | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values
  const asked = [S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY]
  if (asked.every((value) => value === undefined)) return undefined
  if (!(S3_ENDPOINT && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY)) {
    throw new ConfigError(
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set all or none.',
    )
  }
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

/** On the server of the files unless another one is named, so that backups can be far from what they save. */
function readBackupBucket(values: Values): S3Config | undefined {
  const { BACKUP_BUCKET: bucket, BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region } = values
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  const isElsewhere = [endpoint, accessKeyId, secretAccessKey].some((value) => value !== undefined)
  if (bucket === undefined) {
    if (!isElsewhere && region === undefined) return undefined
    throw new ConfigError('BACKUP_S3_ENDPOINT and the settings of its bucket need BACKUP_BUCKET.')
  }
  if (!isElsewhere) {
    const s3 = readS3(values)
    if (s3) return { ...s3, bucket, region: region ?? s3.region }
  }
  if (!(endpoint && accessKeyId && secretAccessKey)) {
    throw new ConfigError(
      'BACKUP_BUCKET needs BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, unless the files are in a bucket, too.',
    )
  }
  return { endpoint, bucket, region: region ?? values.S3_REGION, accessKeyId, secretAccessKey }
}

function readSandbox(values: Values, role: ProcessRole): SandboxConfig {
  const processes = values.SANDBOX_PROCESSES
  return {
    processes,
    // People wait for cards; where documents are read in the same process, one place is kept for them.
    reservedProcesses: role === 'all' && processes > 1 ? 1 : 0,
    memoryBytes: values.SANDBOX_MEMORY_MB * 1024 * 1024,
    pageTimeoutMs: values.SANDBOX_PAGE_TIMEOUT_MS,
    fileTimeoutMs: values.SANDBOX_FILE_TIMEOUT_MS,
  }
}

function readValues(environment: Record<string, string | undefined>): Values {
  const entries = Object.entries(settings).map(([name, setting]) => {
    const untrusted = environment[name]
    const parsed = setting.schema.safeParse(untrusted === '' ? undefined : untrusted)
    if (parsed.success) return [name, parsed.data]
    const shown = 'secret' in setting ? '' : ` is ${JSON.stringify(untrusted)}, which`
    throw new ConfigError(`${name}${shown} is not valid: ${setting.about.replace(/\.$/, '')}.`)
  })
  return Object.fromEntries(entries) as Values
}

function readArguments(argv: readonly string[]): { role: ProcessRole; demo: boolean } {
  let role: ProcessRole = 'all'
  let demo = false
  const rest = argv.flatMap((argument) => argument.split('='))
  for (let at = 0; at < rest.length; at++) {
    const argument = rest[at]
    if (argument === '--demo') demo = true
    else if (argument === '--role') {
      const asked = roleNames.find((name) => name === rest[at + 1])
      if (!asked) throw new ConfigError(`--role must be one of ${roleNames.join(', ')}.`)
      role = asked
      at++
    } else
      throw new ConfigError(`Unknown option ${argument}. Options: --demo, --role ${roleNames.join('|')}.`)
  }
  return { role, demo }
}
