import * as contract from '@exempta/contract/requests'
import * as answers from '@exempta/contract/requests/answers'
import * as campaigns from '@exempta/contract/requests/campaigns'
import * as chosen from '@exempta/contract/requests/chosen-customers'
import { requestLimits } from '@exempta/contract/requests/limits'
import * as making from '@exempta/contract/requests/making'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Call, memberOf } from '../../platform/call.ts'
import { disconnectSignal } from '../../platform/http/disconnect-signal.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import { readUpload } from '../../platform/http/read-upload.ts'
import { hashToken } from '../../platform/identifiers.ts'
import { sourceOf } from '../../platform/network-address.ts'
import type { Services } from '../../platform/services.ts'
import { ArrivingBody } from '../../platform/upload-slots.ts'
import type { EnterSession } from '../accounts/index.ts'
import { uploadPlaces } from '../documents/index.ts'
import { confirmAnswerAddress, sendAnswerCode } from './answers/confirm-address.ts'
import {
  checkAnswer,
  confirmAnswer,
  openAnswerPage,
  receiveAnswer,
  removeAnswer,
  secretOf,
} from './answers/prepare.ts'
import { receivePiece, startUpload } from './answers/receive-pieces.ts'
import { declineRequest, keepAnswer, sendAnswer } from './answers/send.ts'
import { type AnswerKey, answerCookie, getRequestPage } from './answers/visit.ts'
import { askChosenCustomers, previewChosenCustomers } from './ask-chosen-customers.ts'
import {
  closeCampaign,
  downloadMissing,
  downloadProblems,
  getCampaign,
  listCampaigns,
  remindCampaign,
  startCampaign,
  testCampaign,
} from './campaigns/campaigns.ts'
import { importCampaign } from './campaigns/import-campaign.ts'
import { remindRequests, resendRequests } from './follow-up.ts'
import { getMakingChoices } from './making/list-choices.ts'
import { saveMakingDraft } from './making/save-draft.ts'
import { signMaking } from './making/sign.ts'
import {
  closeRequest,
  closeRequests,
  createRequest,
  getRequest,
  getRequestQr,
  listRequests,
  openStandingRequest,
} from './requests.ts'

export const requestRoutes = (services: Services, enter: EnterSession): Implementation[] => [
  implement(contract.listRequests, ({ call, query }) => listRequests(services, call, query)),
  implement(contract.createRequest, ({ call, body }) => createRequest(services, call, body)),
  implement(contract.getRequest, ({ call, params }) => getRequest(services, call, params.id)),
  implement(contract.closeRequest, ({ call, params }) => closeRequest(services, call, params.id)),
  implement(contract.remindRequests, ({ call, body }) => remindRequests(services, call, body.ids)),
  implement(contract.resendRequests, ({ call, body }) => resendRequests(services, call, body.ids)),
  implement(contract.closeRequests, ({ call, body }) => closeRequests(services, call, body.ids)),
  implement(contract.getRequestQr, ({ call, params }) => getRequestQr(services, call, params.id)),
  implement(contract.openStandingRequest, ({ call, params }) =>
    openStandingRequest(services, call, params.id),
  ),
  implement(chosen.previewChosenCustomers, ({ call, body }) => previewChosenCustomers(services, call, body)),
  implement(chosen.askChosenCustomers, ({ call, body }) => askChosenCustomers(services, call, body)),
  ...campaignRoutes(services),
  ...answerRoutes(services, enter),
]

const campaignUpload = { files: 1, fieldBytes: 1000 }

const campaignRoutes = (services: Services): Implementation[] => [
  implement(campaigns.listCampaigns, ({ call, query }) => listCampaigns(services, call, query)),
  implement(campaigns.createCampaign, async ({ call, request }) => {
    const arriving = new ArrivingBody(services.clock, {
      source: sourceOf(request.ip),
      account: memberOf(call).id,
    })
    const id = await importCampaign(services, call, readUpload(request.raw, arriving, campaignUpload))
    return getCampaign(services, call, id)
  }),
  implement(campaigns.getCampaign, ({ call, params }) => getCampaign(services, call, params.id)),
  implement(campaigns.testCampaign, ({ call, params, body }) =>
    testCampaign(services, call, { ...params, ...body }),
  ),
  implement(campaigns.startCampaign, ({ call, params, body }) =>
    startCampaign(services, call, { ...params, ...body }),
  ),
  implement(campaigns.remindCampaign, ({ call, params }) => remindCampaign(services, call, params.id)),
  implement(campaigns.closeCampaign, async ({ call, params }) => {
    await closeCampaign(services, call, params.id)
    return undefined
  }),
  implement(campaigns.downloadMissing, ({ call, params }) => downloadMissing(services, call, params.id)),
  implement(campaigns.downloadProblems, ({ call, params }) => downloadProblems(services, call, params.id)),
]

const pieceUpload = { files: 1, fieldBytes: 4 * requestLimits.untrustedNameLength }

function answerRoutes(services: Services, enter: EnterSession): Implementation[] {
  const places = uploadPlaces()
  const cookie = answerCookie(services.publicUrl.startsWith('https:'))
  const keyOf = (request: FastifyRequest, { token }: { token: string }): AnswerKey => ({
    token,
    cookie: cookie.read(request),
  })
  /** The slots of uploads count for the browser, as those of an account do. */
  const arrive = (call: Call, request: FastifyRequest, reply: FastifyReply, secret: string | undefined) => {
    const account = secret && hashToken(secret).toString('hex')
    const arriving = new ArrivingBody(services.clock, {
      source: sourceOf(request.ip),
      ...(account && { account }),
    })
    return { arriving, context: { services, call, places, arriving, signal: disconnectSignal(reply) } }
  }
  return [
    implement(answers.getRequestPage, ({ call, params, request }) =>
      getRequestPage(services, call, keyOf(request, params)),
    ),
    implement(answers.uploadAnswer, async ({ call, params, request, reply }) => {
      await services.files.requireFreeSpace()
      const secret = await secretOf(services, keyOf(request, params))
      cookie.write(reply, params.token, secret)
      const { context, arriving } = arrive(call, request, reply, secret)
      const { token } = params
      return { file: await receiveAnswer(context, { token, secret }, readUpload(request.raw, arriving)) }
    }),
    implement(answers.startAnswerUpload, async ({ params, body, request, reply }) => {
      const { upload, secret } = await startUpload(services, keyOf(request, params), body)
      cookie.write(reply, params.token, secret)
      return upload
    }),
    implement(answers.sendAnswerPiece, async ({ call, params, request, reply }) => {
      await services.files.requireFreeSpace()
      const key = keyOf(request, params)
      const { context, arriving } = arrive(call, request, reply, key.cookie)
      return receivePiece(context, key, readUpload(request.raw, arriving, pieceUpload))
    }),
    implement(answers.removeAnswer, async ({ params, request, reply }) => {
      await removeAnswer(services, keyOf(request, params))
      cookie.clear(reply, params.token)
      return undefined
    }),
    implement(answers.getAnswerPage, ({ call, params, query, request }) =>
      openAnswerPage(services, call, keyOf(request, params), { page: params.page, version: query.v }),
    ),
    implement(answers.checkAnswer, async ({ call, params, body, request }) => {
      await checkAnswer(services, call, keyOf(request, params), body)
      return undefined
    }),
    implement(answers.confirmAnswer, ({ call, params, body, request }) =>
      confirmAnswer(services, call, keyOf(request, params), body),
    ),
    implement(answers.sendAnswerCode, ({ call, params, body, request }) =>
      sendAnswerCode(services, call, keyOf(request, params), body.email),
    ),
    implement(answers.confirmAnswerAddress, ({ call, params, body, request }) =>
      confirmAnswerAddress(services, call, keyOf(request, params), body.code),
    ),
    implement(answers.sendAnswer, async ({ call, params, request }) => {
      await sendAnswer(services, call, keyOf(request, params))
      return undefined
    }),
    implement(answers.keepAnswer, async ({ call, params, body, request, reply }) => {
      const started = await keepAnswer(services, call, keyOf(request, params), body)
      cookie.clear(reply, params.token)
      return enter({ request, reply }, started)
    }),
    implement(making.getMakingChoices, ({ call, params, query, request }) =>
      getMakingChoices(services, call, keyOf(request, params), query),
    ),
    implement(making.saveMakingDraft, async ({ call, params, body, request, reply }) => {
      const secret = await secretOf(services, keyOf(request, params))
      const { token } = params
      const review = await saveMakingDraft(services, call, { token, secret }, body, disconnectSignal(reply))
      cookie.write(reply, token, secret)
      return review
    }),
    implement(making.signMaking, async ({ call, params, body, request, reply }) => {
      await signMaking(services, call, keyOf(request, params), body, disconnectSignal(reply))
      return undefined
    }),
    implement(answers.declineRequest, async ({ call, params, body }) => {
      await declineRequest(services, call, params.token, body.kind)
      return undefined
    }),
  ]
}
