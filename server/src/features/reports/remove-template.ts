import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import { deleteTemplate } from './queries/templates.ts'
import { recordTemplateAct } from './record-template-act.ts'

/** As the system, since what others had mailed to them goes with it. */
export async function removeTemplate(services: Services, call: Call, id: string): Promise<undefined> {
  personOf(call)
  await services.database.transact(systemActor, async (tx) => {
    if (!(await deleteTemplate(tx, id))) throw new AppError('not-found')
    await recordTemplateAct(tx, call, 'remove', id, services.clock.now())
  })
}
