import { fieldWords } from '@exempta/contract/knowledge/blank-forms'
import type { MakingDraft, MakingReview } from '@exempta/contract/requests/making'
import { findSecrets } from '@exempta/redaction/text'
import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { fillIn, printable, unprintable } from '../../certificates/index.ts'
import { hashSource, removeDocumentOf } from '../answers/make-room.ts'
import { requireOpenRequest } from '../answers/open-request.ts'
import { openAnswer } from '../answers/prepare.ts'
import { putDraft } from '../queries/making.ts'
import { requiredOn } from './choices.ts'
import { type Making, makingOf, refusedField } from './review.ts'

/** What room a certificate that is made here takes at most, with its pages. */
const madeBytes = 4 * 1024 * 1024

/** Filled in once for a try, so that whatever doesn't fit is said before anyone signs. */
export async function saveMakingDraft(
  services: Services,
  call: Call,
  { token, secret }: { token: string; secret: string },
  draft: MakingDraft,
  signal: AbortSignal,
): Promise<MakingReview> {
  const { database, clock } = services
  const making = await database.transact(
    systemActor,
    async (tx) => {
      const request = await requireOpenRequest(services, tx, token)
      if (request.state && request.state !== draft.state) {
        throw refusedField('state', `${request.businessName} asked for another state.`)
      }
      requireText(draft)
      return makingOf(services, tx, request, draft)
    },
    { readOnly: true },
  )
  requireAsked(making)
  await fillIn(services, making.contents, { kind: 'typed', text: making.contents.draft.signer }, signal)
  const sourceHash = await hashSource(services, call)
  await database.transact(systemActor, async (tx) => {
    const answer = await openAnswer(services, tx, token, { secret, sourceHash, sizeBytes: madeBytes })
    await removeDocumentOf(services, tx, answer)
    const blank_file_id = making.contents.paper.blank?.file_id ?? null
    await putDraft(tx, { answer_id: answer.id, draft, blank_file_id, saved_at: clock.now() })
  })
  return making.review
}

/** Names in other alphabets can't be printed, and private numbers are nobody's to see. */
function requireText(draft: MakingDraft): void {
  const problems = Object.entries(draft).flatMap(([path, value]) => {
    if (typeof value !== 'string') return []
    const found = printable(value)
    if (!found.isPrintable) return [{ path, message: unprintable(found.letters) }]
    if (findSecrets(value).length > 0) {
      return [{ path, message: 'This looks like a private number. Please leave it out.' }]
    }
    return []
  })
  if (problems.length > 0) throw new AppError('invalid-input', { fields: problems })
}

function requireAsked({ choice, contents: { draft, paper } }: Making): void {
  const required = requiredOn(paper)
  const typed = { number: draft.number, business: draft.business, items: draft.items }
  const problems = (Object.keys(typed) as (keyof typeof typed)[]).flatMap((name) => {
    const isAsked = name === 'number' ? choice.number.isRequired : required.includes(name)
    return isAsked && typed[name] === null
      ? [{ path: name, message: `${fieldWords[name]}: please enter this. ${paper.form.name} asks for it.` }]
      : []
  })
  if (problems.length > 0) throw new AppError('invalid-input', { fields: problems })
}
