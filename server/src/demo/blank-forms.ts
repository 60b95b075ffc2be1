/** The demo's library has blank forms that we drew, so that filling them in can be seen. */
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
  handle(demoBlankFormsJob, ({ adminId }, { signal }) => addBlankForms(services, adminId, signal)),
]

/** By the form that each is recognized as. */
export const demoBlanks = {
  'ny-st-120': 'blank-st-120.pdf',
  'tx-01-339': 'blank-01-339.pdf',
  'ca-cdtfa-230': 'blank-cdtfa-230.pdf',
  'sst-f0003': 'blank-f0003.pdf',
}

/** Twice changes nothing, nor does it replace what an administrator has added. */
export async function addBlankForms(services: Services, adminId: string, signal: AbortSignal): Promise<void> {
  const call: Call = { ...systemCall, actor: { kind: 'person', id: adminId, role: 'admin' } }
  // Nobody slow sends it.
  const slot: Slot = { bodyArrived() {} }
  for (const [code, name] of Object.entries(demoBlanks)) {
    const there = await services.database.transact(systemActor, listBlankCodes, { readOnly: true })
    if (there.some((one) => one.code === code)) continue
    await uploadBlankForm(services, call, { parts: blankPart(name), slot, signal })
  }
}

async function* blankPart(name: string): AsyncGenerator<UploadPart, void, void> {
  const content = Readable.from([await demoFile(name)])
  yield { kind: 'file', field: blankFormField, untrustedName: name, content }
}
