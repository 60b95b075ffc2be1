import { Readable } from 'node:stream'
import { prepareAccount } from '../features/accounts/index.ts'
import { createBusiness } from '../features/businesses/index.ts'
import { receiveUpload } from '../features/documents/index.ts'
import { notify } from '../features/notifications/index.ts'
import { AppError } from '../platform/app-error.ts'
import { systemCall } from '../platform/call.ts'
import { systemActor } from '../platform/db/actor.ts'
import type { UploadPart } from '../platform/http/read-upload.ts'
import { LimitedPlaces } from '../platform/limited-places.ts'
import type { Services } from '../platform/services.ts'
import { drawForm } from './draw-form.ts'
import { demoNews } from './news.ts'
import { demoPapers } from './papers.ts'
import { type DemoPerson, demoPassword, demoPeople } from './people.ts'

/** Loads lively data through the same verbs as real use; what is there already stays as it is. */
export async function seedDemo(services: Services): Promise<void> {
  for (const person of demoPeople) {
    const id = await createDemoPerson(services, person)
    if (id && person.role === 'user') await uploadPapers(services, id)
  }
}

/** Undefined when the person is there already. */
async function createDemoPerson(
  services: Services,
  { business, ...person }: DemoPerson,
): Promise<string | undefined> {
  const create = await prepareAccount({ ...person, password: demoPassword, isEmailVerified: true })
  try {
    return await services.database.transact(systemActor, async (tx) => {
      const id = await create(services, tx)
      if (business) await createBusiness(services, tx, systemCall, { ...person, ...business, managerId: id })
      for (const news of demoNews[person.role]) {
        await notify(services, tx, { ...news, audience: { kind: 'person', id } })
      }
      return id
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'address-taken') return
    throw error
  }
}

/** They are processed like any others, after the start. */
async function uploadPapers(services: Services, ownerId: string): Promise<void> {
  const call = { ...systemCall, actor: { kind: 'person' as const, id: ownerId, role: 'user' as const } }
  const desk = { services, call, cardPlaces: new LimitedPlaces(0), signal: new AbortController().signal }
  await receiveUpload(desk, papers())
}

async function* papers(): AsyncGenerator<UploadPart, void, void> {
  for (const { name, form } of demoPapers) {
    yield { kind: 'file', field: 'document', untrustedName: name, content: Readable.from([drawForm(form)]) }
  }
}
