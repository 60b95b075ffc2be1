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
    problems: z.array(z.string()).describe('What is wrong, in words; empty when all is well'),
    ...shape,
  })

/** No address, name or secret of the installation: figures only. */
export const SystemHealth = z.object({
  checkedAt: z.iso.datetime(),
  queue: part({
    waiting: Count,
    running: Count,
    failed: Count.describe('Jobs that no try could do, and that wait for a decision'),
    oldestWaitingMs: Count.nullable().describe('How long the job that waits longest could have run'),
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
    answerMs: z.number().nullable().describe('Null when it did not answer'),
    pool: z.object({ most: Count, open: Count, idle: Count, waiting: Count }),
    migration: z.string().nullable().describe('The newest change of the schema that is in place'),
  }),
  sandbox: part({
    most: Count.describe('Processes at a time'),
    processes: Count,
    running: Count,
    waiting: Count,
    restarts: Count.describe('Processes that ended by themselves or were ended for breaking a limit'),
    protections: z
      .array(
        z.object({
          name: z.string(),
          isActive: z.boolean(),
          remedy: z.string().nullable().describe('How to get it; null when it is active'),
        }),
      )
      .describe('What isolates the processes that read files'),
  }).describe('Of the server that answers'),
  server: z
    .object({ uptimeMs: Count, memoryBytes: Bytes, sockets: Count })
    .describe('The server that answers'),
})
export type SystemHealth = z.infer<typeof SystemHealth>

export const getSystemHealth = defineRoute({
  method: 'GET',
  path: '/api/admin/health',
  summary: 'How the installation is doing',
  tag,
  access: admin,
  response: SystemHealth,
})

export const FailedJob = z.object({
  id: z.uuid(),
  job: z.string(),
  attempts: Count,
  reason: z.string().describe('Class and code of the last error, no data'),
  failedAt: z.iso.datetime(),
})
export type FailedJob = z.infer<typeof FailedJob>

export const listFailedJobs = defineRoute({
  method: 'GET',
  path: '/api/admin/failed-jobs',
  summary: 'Jobs that no try could do, newest first',
  tag,
  access: admin,
  query: PageQuery,
  response: pageOf(FailedJob),
})

const params = z.object({ id: z.uuid() })

export const retryFailedJob = defineRoute({
  method: 'POST',
  path: '/api/admin/failed-jobs/:id/retry',
  summary: 'Give a failed job all its tries again',
  tag,
  access: admin,
  params,
  response: 'nothing',
  errors: ['not-found'],
})

export const dropFailedJob = defineRoute({
  method: 'DELETE',
  path: '/api/admin/failed-jobs/:id',
  summary: 'Give a failed job up for good',
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
  summary: 'Whether the process is alive; touches nothing else',
  tag: operationsTag,
  access: anyone,
  response: z.object({ status: z.literal('ok') }),
})

export const getReady = defineRoute({
  method: 'GET',
  path: '/api/ready',
  summary: 'Whether the process can serve: database reachable and migrated, and no stop under way',
  tag: operationsTag,
  access: anyone,
  response: z.object({ status: z.literal('ready') }),
  errors: ['unavailable'],
})
