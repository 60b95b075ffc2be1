import { z } from 'zod'
import { signedIn } from './access.ts'
import { accountLimits } from './accounts/limits.ts'
import { TwoFactorCode } from './codes.ts'
import { TypedPassword } from './people.ts'
import { defineRoute, fileOf } from './route.ts'

const tag = 'Privacy'

/** Email preferences are part of the notification preferences. */
export const PrivacySettings = z.strictObject({
  retentionDays: z
    .literal(accountLimits.retentionChoicesDays, 'Please choose a period')
    .nullable()
    .describe('Days after which your documents are deleted. Null keeps them.'),
})
export type PrivacySettings = z.infer<typeof PrivacySettings>

export const getPrivacySettings = defineRoute({
  method: 'GET',
  path: '/api/privacy',
  summary: 'Get how long your documents are kept',
  tag,
  access: signedIn,
  response: PrivacySettings,
})

export const updatePrivacySettings = defineRoute({
  method: 'PUT',
  path: '/api/privacy',
  summary: 'Choose how long your documents are kept',
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
  expiresAt: z.iso.datetime().nullable().describe('When the download expires. Null until it’s ready.'),
})
export type DataExport = z.infer<typeof DataExport>

export const getDataExport = defineRoute({
  method: 'GET',
  path: '/api/privacy/export',
  summary: 'Get your latest data export',
  tag,
  access: signedIn,
  response: z.object({ export: DataExport.nullable() }),
})

export const requestDataExport = defineRoute({
  method: 'POST',
  path: '/api/privacy/export',
  summary: 'Prepare a ZIP file of everything we hold about you. You’re notified when it’s ready.',
  tag,
  access: signedIn,
  throttle: 'guess',
  response: z.object({ export: DataExport }),
  status: 202,
})

export const downloadDataExport = defineRoute({
  method: 'GET',
  path: '/api/privacy/export/:id/file',
  summary: 'Download the prepared ZIP file',
  tag,
  access: signedIn,
  params: z.object({ id: z.uuid() }),
  response: fileOf('application/zip').recordedAs('data-export.download'),
  errors: ['not-found', 'gone'],
})

export const deleteAccount = defineRoute({
  method: 'POST',
  path: '/api/privacy/delete-account',
  summary:
    'Delete your account and everything in it. You’re logged out everywhere, and an email confirms the deletion.',
  tag,
  access: signedIn,
  throttle: 'guess',
  body: z.strictObject({
    password: TypedPassword,
    code: TwoFactorCode.optional().describe('From the authenticator app. Needed with two-factor on.'),
  }),
  response: 'nothing',
  errors: ['wrong-password', 'wrong-code', 'last-of-its-kind', 'too-many-requests'],
})
