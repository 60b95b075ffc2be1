/** Backups that the program makes, and what an administrator does with them. */
import { z } from 'zod'
import { only } from '../access.ts'
import { TwoFactorCode } from '../codes.ts'
import { TypedPassword } from '../people.ts'
import { defineRoute, fileOf } from '../route.ts'

const tag = 'Backups'
const access = only('admin')
const Count = z.int().min(0)

export const Backup = z.object({
  id: z.uuid(),
  cause: z.enum(['schedule', 'person', 'upgrade']),
  requestedBy: z.string().nullable().describe('Null for the schedule and for deleted accounts'),
  createdAt: z.iso.datetime(),
  status: z.enum(['waiting', 'running', 'made', 'failed']),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  sizeBytes: Count.nullable().describe('Written so far while it runs, then the size of the file'),
  rows: Count.nullable(),
  files: Count.nullable(),
  missingFiles: Count.nullable().describe('Files that the database knows and the file store doesn’t have'),
  failure: z.string().nullable(),
  test: z
    .object({
      status: z.enum(['waiting', 'running', 'passed', 'failed']),
      at: z.iso.datetime().nullable(),
      failure: z.string().nullable(),
    })
    .nullable()
    .describe('The last time it was restored into a temporary database; null if never'),
})
export type Backup = z.infer<typeof Backup>

export const BackupOverview = z.object({
  isReady: z.boolean().describe('Whether BACKUP_PASSPHRASE is set'),
  place: z.string().describe('Where backups are kept, in words: a folder or a bucket'),
  isDaily: z.boolean(),
  hour: z.int().min(0).max(23).describe('Hour of the day in UTC'),
  kept: Count.describe('How many backups are kept'),
  problem: z.string().nullable().describe('What’s wrong with the backups as a whole, in words'),
  items: z.array(Backup).describe('Newest first'),
})
export type BackupOverview = z.infer<typeof BackupOverview>

export const listBackups = defineRoute({
  method: 'GET',
  path: '/api/admin/backups',
  summary: 'List backups, newest first, and how they’re made',
  tag,
  access,
  response: BackupOverview,
})

export const startBackup = defineRoute({
  method: 'POST',
  path: '/api/admin/backups',
  summary: 'Make a backup now',
  tag,
  access,
  response: Backup,
  status: 201,
  errors: ['conflict'],
})

const params = z.object({ id: z.uuid() })

export const testBackup = defineRoute({
  method: 'POST',
  path: '/api/admin/backups/:id/test',
  summary: 'Restore a backup into a temporary database, and count and check everything in it',
  tag,
  access,
  params,
  response: 'nothing',
  errors: ['not-found', 'conflict'],
})

export const createBackupLink = defineRoute({
  method: 'POST',
  path: '/api/admin/backups/:id/link',
  summary: 'Get a link that downloads a backup within two minutes',
  tag,
  access,
  throttle: 'guess',
  params,
  body: z.strictObject({
    password: TypedPassword,
    code: TwoFactorCode.optional().describe('Required for administrators who use two-factor'),
  }),
  response: z.object({ url: z.string() }),
  errors: ['not-found', 'wrong-password', 'wrong-code', 'conflict', 'too-many-requests'],
})

export const downloadBackup = defineRoute({
  method: 'GET',
  path: '/api/admin/backup-files/:token',
  summary: 'Download a backup',
  tag,
  access,
  params: z.object({ token: z.string().max(1000) }),
  response: fileOf('application/octet-stream').recordedAs('backup.download'),
  errors: ['not-found', 'gone'],
})
