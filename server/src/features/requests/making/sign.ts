/** Signing a new certificate: the file is made and sealed, and goes to the business in the same moment (0360). */
import type { signMaking as contract } from '@exempta/contract/requests/making'
import type { RouteParsed } from '@exempta/contract/route'
import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { sqlState } from '../../../platform/db/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { type Evidence, makeSignedFile, stateSigned } from '../../certificates/index.ts'
import { newDocumentId, withFinishedDocument } from '../../documents/index.ts'
import { requireOpenRequest } from '../answers/open-request.ts'
import { sendWithin } from '../answers/send.ts'
import { type AnswerKey, asOwner, mustLogIn, requirePrepared } from '../answers/visit.ts'
import { type AnswerRow, findPerson, lockAnswer, updateAnswer } from '../queries/answers.ts'
import { type DraftRow, deleteDraft, findDraft } from '../queries/making.ts'
import { lockRequest } from '../queries/requests.ts'
import { type Making, makingOf } from './review.ts'

type Wanted = RouteParsed<typeof contract>['body']

const browserLength = 300

export async function signMaking(
  services: Services,
  call: Call,
  key: AnswerKey,
  { hash, signature }: Wanted,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = services
  const { making, email, draft } = await database.transact(systemActor, async (tx) => {
    const { request, answer } = await requirePrepared(services, tx, key)
    const found = await findDraft(tx, answer.id)
    if (!found) throw new AppError('not-found')
    const made = await requireSame(services, tx, request, found, hash)
    return { making: made, email: await signerOf(tx, call, answer), draft: found }
  })
  const { contents, choice } = making
  const { ip, userAgent } = call.origin
  const browser = userAgent?.slice(0, browserLength) ?? null
  const evidence: Evidence = { id: newDocumentId(services), email, signedAt: clock.now(), ip, browser }
  const file = await makeSignedFile(services, contents, signature, evidence, signal)
  const name = `${contents.paper.blank ? contents.paper.form.name : 'Statement'} for ${contents.seller.name}.pdf`
  const finished = { id: evidence.id, name, result: file.result }
  await withFinishedDocument(services, finished, (record) =>
    database.transact(systemActor, async (tx) => {
      const request = await requireOpenRequest(services, tx, key.token, lockRequest)
      const { answer: own } = await requirePrepared(services, tx, key)
      const answer = await lockAnswer(tx, own.id)
      if (!answer || answer.sent_at) throw new AppError('not-found')
      const now = await findDraft(tx, answer.id)
      if (now?.saved_at.getTime() !== draft.saved_at.getTime()) throw changedMeanwhile()
      await requireSame(services, tx, request, now, hash)
      await sendWithin(services, tx, call, { request, answer }, async (ownerId) => {
        const owner = asOwner(call, { user_id: ownerId })
        await record(tx, owner)
        await stateSigned(tx, owner, contents, evidence, file, {
          ownerId,
          requestId: request.id,
          ruleId: choice.granted.rules[0]?.id ?? null,
          signature: signature.kind,
        })
        await updateAnswer(tx, answer.id, { document_id: evidence.id })
        await deleteDraft(tx, answer.id)
        return { documentId: evidence.id, copyTo: email }
      })
    }),
  ).catch((error: unknown) => {
    // Someone got the same address at the same moment.
    if (sqlState(error) === uniqueViolation) throw new AppError('conflict', { text: 'Please try again.' })
    throw error
  })
}

const uniqueViolation = '23505'

/** What is signed is what was shown: neither another tab nor a newer blank has changed it. */
async function requireSame(
  services: Services,
  tx: Transaction,
  request: Parameters<typeof makingOf>[2],
  { draft, blank_file_id }: DraftRow,
  hash: string,
): Promise<Making> {
  const making = await makingOf(services, tx, request, draft)
  const { review, contents } = making
  if ((contents.paper.blank?.file_id ?? null) !== blank_file_id) {
    throw new AppError('conflict', {
      text: 'The form was replaced by a newer one. Nothing was signed. Look at your answers once more.',
    })
  }
  if (review.hash !== hash) throw changedMeanwhile()
  if (review.verdict === 'not-covered') {
    throw new AppError('conflict', {
      text: 'This certificate wouldn’t be accepted. Change your answers first.',
    })
  }
  return making
}

const changedMeanwhile = () =>
  new AppError('conflict', {
    text: 'Your answers changed in another window. Nothing was signed. Look at them once more.',
  })

/** The address that signs: that of the account, or the one that a code confirmed. */
async function signerOf(tx: Transaction, { actor }: Call, answer: AnswerRow): Promise<string> {
  if (actor.kind === 'person' && actor.role === 'user') {
    const person = await findPerson(tx, actor.id)
    if (person) return person.email
  }
  if (!answer.confirmed_at || !answer.email) throw new AppError('code-needed')
  if (await mustLogIn(tx, answer)) {
    throw new AppError('not-signed-in', { text: 'You have an account with this address. Log in to sign.' })
  }
  return answer.email
}
