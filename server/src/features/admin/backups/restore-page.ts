/** Restoring a backup on the page that sets up an empty installation. */
import { backupField, RestoreFields, type RestoreState } from '@exempta/contract/admin/restore'
import { AppError } from '../../../platform/app-error.ts'
import { failureInWords } from '../../../platform/backup/failure-in-words.ts'
import { isUnused } from '../../../platform/backup/queries.ts'
import { notEmpty } from '../../../platform/backup/restore-here.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { parseForm } from '../../../platform/http/parse-form.ts'
import type { UploadPart } from '../../../platform/http/read-upload.ts'
import type { Services } from '../../../platform/services.ts'
import { requireSetUpLink } from '../../accounts/index.ts'

export const getRestore = ({ restore }: Services): RestoreState => ({
  isPossible: restore !== undefined,
  ...(restore?.state ?? { status: 'none', problem: null }),
})

/** The link is checked before the first byte of the file is kept. */
export async function restoreBackup(
  services: Services,
  parts: AsyncIterable<UploadPart>,
): Promise<RestoreState> {
  const { database, restore } = services
  if (!restore) throw new AppError('conflict', { text: byCommand })
  const isEmpty = () => database.transact(systemActor, isUnused)
  const fields: Record<string, string> = {}
  for await (const part of parts) {
    if (part.kind === 'field') {
      fields[part.name] = part.value
      continue
    }
    if (part.field !== backupField) throw new AppError('malformed-request')
    const { token, passphrase } = parseForm(RestoreFields, fields, []).form
    await requireSetUpLink(services, token)
    if (!(await isEmpty())) throw new AppError('conflict', { text: notEmpty })
    try {
      await restore.receive({ pieces: part.content, passphrase, isEmpty })
    } catch (error) {
      const text = failureInWords(error)
      throw text ? new AppError('conflict', { text, cause: error }) : error
    }
    return getRestore(services)
  }
  parseForm(RestoreFields, fields, [])
  throw new AppError('invalid-input', { fields: [{ path: backupField, message: 'Please choose a backup' }] })
}

const byCommand = 'Here, backups are restored with “npm run restore”. docs/operations.md describes how.'
