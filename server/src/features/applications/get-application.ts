import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { asApplication } from './as-application.ts'
import { findApplication } from './queries.ts'

export async function getApplication({ database }: Services, call: Call, id: string) {
  const row = await database.transact(personOf(call), (tx) => findApplication(tx, id), { readOnly: true })
  if (!row) throw new AppError('not-found')
  return asApplication(row)
}
