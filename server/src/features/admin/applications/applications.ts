import type {
  ApplicationState,
  listApplications as contract,
  JobApplication,
  ResumeType,
} from '@exempta/contract/admin/applications'
import type { AuditAction } from '@exempta/contract/admin/audit'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf, systemCall } from '../../../platform/call.ts'
import type { FileIdentity } from '../../../platform/crypto/wrap-key.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import type { FileAnswer, RecordOpening } from '../../../platform/http/send-file.ts'
import type { AccountEraser, DataContributor } from '../../../platform/personal-data.ts'
import { publish } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import {
  type ApplicationRow,
  applicationPage,
  deleteApplication,
  findApplication,
  listApplicationsOf,
  updateState,
} from './queries.ts'

const asApplication = (row: ApplicationRow): JobApplication & { coverLetter: string } => ({
  id: row.id,
  position: row.position,
  name: row.name,
  email: row.email,
  phone: row.phone,
  state: row.state,
  submittedAt: row.submitted_at.toISOString(),
  resume: { name: row.resume_name, type: row.resume_type, sizeBytes: row.resume_bytes },
  coverLetter: row.cover_letter,
})

export async function getApplication({ database }: Services, call: Call, id: string) {
  const row = await database.transact(personOf(call), (tx) => findApplication(tx, id), { readOnly: true })
  if (!row) throw new AppError('not-found')
  return asApplication(row)
}

const position = z.tuple([z.iso.datetime(), z.uuid()])
/** Each sort order has its own keyset, so a cursor of one order is rejected by the other. */
const lists = {
  newest: defineKeyset('applications newest', position),
  oldest: defineKeyset('applications oldest', position),
}

export async function listApplications(
  { database }: Services,
  call: Call,
  { cursor, limit, sort, ...filter }: RouteParsed<typeof contract>['query'],
): Promise<{ items: JobApplication[]; nextCursor: string | null }> {
  const list = lists[sort]
  const after = list.read(cursor)
  const rows = await database.transact(
    personOf(call),
    (tx) => applicationPage(tx, filter, sort, after, limit + 1),
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, (row) => [row.submitted_at.toISOString(), row.id])
  return { items: items.map(asApplication), nextCursor }
}

export function updateApplication(
  { clock, database }: Services,
  call: Call,
  { id, state }: { id: string; state: ApplicationState },
) {
  personOf(call)
  const at = clock.now()
  return database.transact(systemActor, async (tx) => {
    const before = await findApplication(tx, id)
    const row = before && (await updateState(tx, id, state, at))
    if (!row) throw new AppError('not-found')
    await recordAudit(tx, call, {
      at,
      action: 'application.update',
      target: { kind: 'application', id },
      details: { state },
      changes: { status: [before.state, state] },
    })
    publish(tx, 'role:admin', 'changed', { topic: 'applications', ids: [id] })
    return asApplication(row)
  })
}

export async function removeApplication(services: Services, call: Call, id: string): Promise<void> {
  personOf(call)
  if (!(await shredApplication(services, call, id, 'application.remove'))) throw new AppError('not-found')
}

/** Destroys the résumé's key with the record. Returns false if the application does not exist. */
export function shredApplication(
  { clock, database, files }: Services,
  call: Call,
  id: string,
  action: AuditAction,
): Promise<boolean> {
  return database.transact(systemActor, async (tx) => {
    if (!(await deleteApplication(tx, id))) return false
    await files.destroy(tx, { documentId: id })
    await recordAudit(tx, call, { at: clock.now(), action, target: { kind: 'application', id } })
    publish(tx, 'role:admin', 'changed', { topic: 'applications', ids: [id] })
    return true
  })
}

/** Always a download, never displayed: the file is exactly as a stranger sent it. */
export async function downloadResume(
  { clock, database, files }: Services,
  call: Call,
  id: string,
): Promise<FileAnswer<ResumeType, RecordOpening>> {
  const person = personOf(call)
  const row = await database.transact(person, (tx) => findApplication(tx, id), { readOnly: true })
  if (!row) throw new AppError('not-found')
  const { sizeBytes, stream } = await files.get(resumeFile(id))
  const entry = {
    at: clock.now(),
    action: 'application.download',
    target: { kind: 'application', id },
  } as const
  return {
    name: row.resume_name,
    contentType: row.resume_type,
    sizeBytes,
    content: stream,
    recordOpening: () => database.transact(person, (tx) => recordAudit(tx, call, entry)),
  }
}

export const resumeFile = (applicationId: string): FileIdentity => ({
  documentId: applicationId,
  rendition: 'resume',
  version: 1,
})

const applicationsOf = ({ database }: Services, personId: string) =>
  database.transact(systemActor, (tx) => listApplicationsOf(tx, personId), { readOnly: true })

/** Job applications from an address the person has confirmed, each with its résumé. */
export const applicationData: DataContributor = async function* (services, person) {
  const rows = await applicationsOf(services, person.id)
  if (rows.length === 0) return
  yield { path: 'job-applications.json', value: rows.map(asApplication) }
  for (const row of rows) {
    yield {
      path: `job-applications/${row.id}-${row.resume_name}`,
      open: async () => (await services.files.get(resumeFile(row.id))).stream,
    }
  }
}

export const eraseApplications: AccountEraser = async (services, personId) => {
  for (const { id } of await applicationsOf(services, personId))
    await shredApplication(services, systemCall, id, 'application.remove')
}
