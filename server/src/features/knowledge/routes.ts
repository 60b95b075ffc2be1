import * as contract from '@exempta/contract/knowledge'
import * as blanks from '@exempta/contract/knowledge/blank-forms'
import * as learned from '@exempta/contract/knowledge/learned-forms'
import * as rulesFiles from '@exempta/contract/knowledge/rules-files'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Call, personOf } from '../../platform/call.ts'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { limits } from '../../platform/limits.ts'
import { sourceOf } from '../../platform/network-address.ts'
import type { Services } from '../../platform/services.ts'
import { ArrivingBody, UploadSlots } from '../../platform/upload-slots.ts'
import {
  type ArrivingBlank,
  listBlankForms,
  openBlankFormPage,
  removeBlankForm,
  uploadBlankForm,
} from './blank-forms.ts'
import { listClaims } from './claims-table.ts'
import {
  exportLearnedForm,
  getLearnedForm,
  listLearnedForms,
  openLearnedFormPage,
  removeLearnedForm,
  saveLearnedForm,
  tryLearnedForm,
  uploadLearnedForm,
} from './learned-forms.ts'
import { downloadRules, listRules } from './rules.ts'
import {
  activateRules,
  getRulesFile,
  listRulesFiles,
  removeRulesFile,
  uploadRulesFile,
} from './rules-files.ts'

export const ruleRoutes = (services: Services): Implementation[] => [
  implement(contract.listRules, async ({ query }) => listRules(services, query)),
  implement(contract.downloadRules, async ({ query }) => downloadRules(services, query)),
  implement(contract.listClaims, async () => listClaims()),
  implement(blanks.listBlankForms, ({ call }) => listBlankForms(services, call)),
  implement(blanks.removeBlankForm, async ({ call, params }) => {
    await removeBlankForm(services, call, params.code)
    return undefined
  }),
  implement(blanks.openBlankFormPage, ({ call, params }) => openBlankFormPage(services, call, params)),
  blankRoute(services),
  implement(rulesFiles.listRulesFiles, () => listRulesFiles(services)),
  implement(rulesFiles.getRulesFile, ({ params }) => getRulesFile(services, params.id)),
  implement(rulesFiles.activateRules, ({ call, body }) => activateRules(services, call, body)),
  implement(rulesFiles.removeRulesFile, async ({ call, params }) => {
    await removeRulesFile(services, call, params.id)
    return undefined
  }),
  rulesFileRoute(services),
  ...learnedRoutes(services),
]

/** Rules files are held in memory, one at a time. */
function rulesFileRoute(services: Services): Implementation {
  const slots = new UploadSlots({ total: 1, perSource: 1, perAccount: 1 })
  return implement(rulesFiles.uploadRulesFile, ({ call, request }) => {
    const from = { source: sourceOf(request.ip), account: personOf(call).id }
    const arriving = new ArrivingBody(services.clock, from)
    return slots.use(arriving, (slot) =>
      uploadRulesFile(services, call, {
        parts: readUpload(request.raw, arriving, { files: 1, fieldBytes: 100 }),
        slot,
      }),
    )
  })
}

/** Blanks are held in memory while they are checked, so only so many at a time. */
function blankUploads({ clock }: Services) {
  const slots = new UploadSlots({
    total: limits.cardsInMemoryPerAccount,
    perSource: limits.cardsInMemoryPerAccount,
    perAccount: 1,
  })
  return <Result>(
    { call, request, reply }: { call: Call; request: FastifyRequest; reply: FastifyReply },
    work: (arriving: ArrivingBlank) => Promise<Result>,
  ): Promise<Result> => {
    const from = { source: sourceOf(request.ip), account: personOf(call).id }
    const arriving = new ArrivingBody(clock, from)
    return slots.use(arriving, (slot) =>
      work({
        parts: readUpload(request.raw, arriving, { files: 1, fieldBytes: 100 }),
        slot,
        signal: disconnectSignal(reply),
      }),
    )
  }
}

function blankRoute(services: Services): Implementation {
  const upload = blankUploads(services)
  return implement(blanks.uploadBlankForm, (asked) =>
    upload(asked, (arriving) => uploadBlankForm(services, asked.call, arriving)),
  )
}

function learnedRoutes(services: Services): Implementation[] {
  const upload = blankUploads(services)
  return [
    implement(learned.listLearnedForms, ({ call }) => listLearnedForms(services, call)),
    implement(learned.uploadLearnedForm, (asked) =>
      upload(asked, (arriving) => uploadLearnedForm(services, asked.call, arriving)),
    ),
    implement(learned.getLearnedForm, ({ call, params }) => getLearnedForm(services, call, params.id)),
    implement(learned.saveLearnedForm, ({ call, params, body, reply }) =>
      saveLearnedForm(services, call, params.id, body, disconnectSignal(reply)),
    ),
    implement(learned.removeLearnedForm, async ({ call, params }) => {
      await removeLearnedForm(services, call, params.id)
      return undefined
    }),
    implement(learned.openLearnedFormPage, ({ call, params }) => openLearnedFormPage(services, call, params)),
    implement(learned.tryLearnedForm, (asked) =>
      upload(asked, (arriving) => tryLearnedForm(services, asked.call, asked.params.id, arriving)),
    ),
    implement(learned.exportLearnedForm, ({ call, params }) => exportLearnedForm(services, call, params.id)),
  ]
}
