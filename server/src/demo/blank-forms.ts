/** The demo's library has a blank form, so that filling one in can be seen. */
import { Readable } from 'node:stream'
import { blankFormField } from '@exempta/contract/knowledge/blank-forms'
import { z } from 'zod'
import { listBlankCodes, uploadBlankForm } from '../features/knowledge/index.ts'
import { type Call, systemCall } from '../platform/call.ts'
import { systemActor } from '../platform/db/actor.ts'
import type { UploadPart } from '../platform/http/read-upload.ts'
import { defineJob } from '../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../platform/jobs/handle.ts'
import type { Services } from '../platform/services.ts'
import type { Slot } from '../platform/upload-slots.ts'
import { demoFile } from './papers.ts'

export const demoBlankFormsJob = defineJob({
  name: 'demo-blank-forms',
  payload: z.object({ adminId: z.uuid() }),
})

export const blankFormsJobHandlers = (services: Services): JobHandler[] => [
  handle(demoBlankFormsJob, ({ adminId }, { signal }) => addBlankForm(services, adminId, signal)),
]

/** Twice changes nothing, nor does it where an administrator has added another one. */
export async function addBlankForm(services: Services, adminId: string, signal: AbortSignal): Promise<void> {
  const there = await services.database.transact(systemActor, listBlankCodes, { readOnly: true })
  if (there.length > 0) return
  const call: Call = { ...systemCall, actor: { kind: 'person', id: adminId, role: 'admin' } }
  // Nobody slow sends it.
  const slot: Slot = { bodyArrived() {} }
  await uploadBlankForm(services, call, { parts: blankPart(), slot, signal })
}

async function* blankPart(): AsyncGenerator<UploadPart, void, void> {
  const name = 'blank-st-120.pdf'
  const content = Readable.from([await demoFile(name)])
  yield { kind: 'file', field: blankFormField, untrustedName: name, content }
}
