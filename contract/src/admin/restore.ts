import { z } from 'zod'
import { anyone } from '../access.ts'
import { OneTimeToken } from '../accounts.ts'
import { defineRoute } from '../route.ts'

const tag = 'Backups'

export const RestoreState = z.object({
  isPossible: z.boolean().describe('False where several servers share the database'),
  status: z.enum(['none', 'restoring', 'restored', 'failed']),
  problem: z.string().nullable().describe('Why it failed, or what to know about what was restored, in words'),
})
export type RestoreState = z.infer<typeof RestoreState>

/** They come before the file. */
export const RestoreFields = z.strictObject({
  token: OneTimeToken,
  passphrase: z.string().min(1, 'Please enter the passphrase').max(1024),
})

export const backupField = 'backup'

export const restoreBackup = defineRoute({
  method: 'POST',
  path: '/api/setup/restore',
  summary: 'Restore a backup into an empty installation with the one-time link printed at startup',
  tag,
  access: anyone,
  throttle: 'guess',
  upload: true,
  response: RestoreState,
  status: 202,
  errors: ['gone', 'conflict', 'invalid-input', 'malformed-request', 'no-room', 'too-large', 'too-slow'],
})

export const getRestore = defineRoute({
  method: 'GET',
  path: '/api/setup/restore',
  summary: 'Get whether a backup is being restored here',
  tag,
  access: anyone,
  response: RestoreState,
})
