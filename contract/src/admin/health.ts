import { z } from 'zod'
import { anyone, only } from '../access.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'

const tag = 'Health'
const admin = only('admin')

const Count = z.int().min(0)
const Bytes = z.int().min(0)

export const healthStates = ['good', 'warning', 'bad'] as const
export type HealthState = (typeof healthStates)[number]

const part = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({
    state: z.enum(healthStates),
    problems: z.array(z.string()).describe('What’s wrong, in words. Empty when everything is fine.'),
    since: z.iso.datetime().nullable().describe('When the server that answered first saw it'),
    ...shape,
  })

/** Figures only: no address, name or secret of the installation. */
export const SystemHealth = z.object({
  checkedAt: z.iso.datetime(),
  queue: part({
    waiting: Count,
    running: Count,
    failed: Count.describe('Jobs that failed after every retry and need a decision'),
    oldestWaitingMs: Count.nullable().describe('How long the oldest waiting job has been ready to run'),
    jobs: z.array(
      z.object({ job: z.string(), waiting: Count, running: Count, oldestWaitingMs: Count.nullable() }),
    ),
  }),
  storage: part({
    kind: z.enum(['folder', 'bucket']),
    isReachable: z.boolean(),
    files: Count.nullable(),
    usedBytes: Bytes.nullable(),
    freeBytes: Bytes.nullable().describe('Null for a bucket'),
  }),
  database: part({
    kind: z.enum(['embedded', 'postgres']),
    version: z.string().nullable(),
    sizeBytes: Bytes.nullable(),
    answerMs: z.number().nullable().describe('Null if it didn’t answer'),
    pool: z.object({ most: Count, open: Count, idle: Count, waiting: Count }),
    migration: z.string().nullable().describe('The newest schema migration that has been applied'),
  }),
  mailServer: part({
    isSetUp: z.boolean(),
    certificateEndsAt: z.iso
      .datetime()
      .nullable()
      .describe('When the certificate of the mail server expires; null if it’s unknown or there is none'),
  }),
  sandbox: part({
    most: Count.describe('Most processes at a time'),
    processes: Count,
    running: Count,
    waiting: Count,
    restarts: Count.describe('Processes that crashed or were stopped for exceeding a limit'),
    protections: z
      .array(
        z.object({
          name: z.string(),
          isActive: z.boolean(),
          remedy: z.string().nullable().describe('How to get it; null when it is active'),
        }),
      )
      .describe('How the processes that read files are isolated'),
  }).describe('Of the server that answered'),
  emails: part({
    ways: z
      .array(
        z.object({
          kind: z.enum(['smtp', 'imap']),
          checkedAt: z.iso.datetime().nullable().describe('When the mailbox was last looked at'),
          receivedAt: z.iso.datetime().nullable().describe('When the last email came'),
        }),
      )
      .describe('How emails have come so far'),
    unread: Count.nullable().describe('Emails that came and weren’t read yet'),
    waiting: Count.nullable().describe('Emails that wait for a manager'),
  })
    .nullable()
    .describe('Null where customers can’t answer by email'),
  server: z
    .object({ version: z.string(), uptimeMs: Count, memoryBytes: Bytes, sockets: Count })
    .describe('The server that answered'),
})
export type SystemHealth = z.infer<typeof SystemHealth>

export const getSystemHealth = defineRoute({
  method: 'GET',
  path: '/api/admin/health',
  summary: 'Get the health of the installation',
  tag,
  access: admin,
  response: SystemHealth,
})

export const FailedJob = z.object({
  id: z.uuid(),
  job: z.string(),
  attempts: Count,
  reason: z.string().describe('Class and code of the last error, without data'),
  failedAt: z.iso.datetime(),
})
export type FailedJob = z.infer<typeof FailedJob>

export const listFailedJobs = defineRoute({
  method: 'GET',
  path: '/api/admin/failed-jobs',
  summary: 'List jobs that failed after every retry, newest first',
  tag,
  access: admin,
  query: PageQuery,
  response: pageOf(FailedJob),
})

const params = z.object({ id: z.uuid() })

export const retryFailedJob = defineRoute({
  method: 'POST',
  path: '/api/admin/failed-jobs/:id/retry',
  summary: 'Retry a failed job',
  tag,
  access: admin,
  params,
  response: 'nothing',
  errors: ['not-found'],
})

export const dropFailedJob = defineRoute({
  method: 'DELETE',
  path: '/api/admin/failed-jobs/:id',
  summary: 'Discard a failed job',
  tag,
  access: admin,
  params,
  response: 'nothing',
  errors: ['not-found'],
})

const operationsTag = 'Operations'

export const getHealth = defineRoute({
  method: 'GET',
  path: '/api/health',
  summary: 'Check whether the process is alive. Touches nothing else.',
  tag: operationsTag,
  access: anyone,
  isSameForAll: true,
  response: z.object({ status: z.literal('ok') }),
})

export const getReady = defineRoute({
  method: 'GET',
  path: '/api/ready',
  summary:
    'Check whether the process can serve requests: the database is reachable and migrated, and the process isn’t stopping',
  tag: operationsTag,
  access: anyone,
  isSameForAll: true,
  response: z.object({ status: z.literal('ready') }),
  errors: ['unavailable'],
})
