import { z } from 'zod'
import { signedIn } from './access.ts'
import { limits } from './limits.ts'
import { TypedPassword } from './people.ts'
import { defineRoute, fileOf } from './route.ts'

const tag = 'Privacy'

/** Which notifications also come by mail is set with the notifications. */
export const PrivacySettings = z.strictObject({
  retentionDays: z
    .literal(limits.retentionChoicesDays, 'Please choose a period')
    .nullable()
    .describe('Days after which the own documents are deleted; null keeps them'),
})
export type PrivacySettings = z.infer<typeof PrivacySettings>

export const getPrivacySettings = defineRoute({
  method: 'GET',
  path: '/api/privacy',
  summary: 'How long documents are kept',
  tag,
  access: signedIn,
  response: PrivacySettings,
})

export const updatePrivacySettings = defineRoute({
  method: 'PUT',
  path: '/api/privacy',
  summary: 'Choose how long documents are kept',
  tag,
  access: signedIn,
  body: PrivacySettings,
  response: PrivacySettings,
})

export const dataExportStatuses = ['preparing', 'ready', 'failed'] as const

export const DataExport = z.object({
  id: z.uuid(),
  status: z.enum(dataExportStatuses),
  requestedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable().describe('Until when it can be downloaded; null before it is ready'),
})
export type DataExport = z.infer<typeof DataExport>

export const getDataExport = defineRoute({
  method: 'GET',
  path: '/api/privacy/export',
  summary: 'The newest export of the own data',
  tag,
  access: signedIn,
  response: z.object({ export: DataExport.nullable() }),
})

export const requestDataExport = defineRoute({
  method: 'POST',
  path: '/api/privacy/export',
  summary: 'Prepare a ZIP of everything held about the person; a notification tells when it is ready',
  tag,
  access: signedIn,
  throttle: 'guess',
  response: z.object({ export: DataExport }),
  status: 202,
})

export const downloadDataExport = defineRoute({
  method: 'GET',
  path: '/api/privacy/export/:id/file',
  summary: 'Download the prepared ZIP',
  tag,
  access: signedIn,
  params: z.object({ id: z.uuid() }),
  response: fileOf('application/zip'),
  errors: ['not-found', 'gone'],
})

export const deleteAccount = defineRoute({
  method: 'POST',
  path: '/api/privacy/delete-account',
  summary: 'Delete the own account and everything in it; sessions end at once, a mail confirms',
  tag,
  access: signedIn,
  throttle: 'guess',
  body: z.strictObject({ password: TypedPassword }),
  response: 'nothing',
  errors: ['wrong-password', 'last-of-its-kind', 'too-many-requests'],
})
