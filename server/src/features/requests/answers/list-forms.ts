import { reasonWords } from '@exempta/contract/certificates'
import type { AnswerForm } from '@exempta/contract/requests/answers'
import { forms } from '@exempta/knowledge/forms'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { requireOpenRequest } from './visit.ts'

/** The state's own forms come before those that several states accept. Cards and papers of federal agencies aren't among them. */
export async function listAnswerForms(
  services: Services,
  { token, state }: { token: string; state: string },
): Promise<{ items: AnswerForm[] }> {
  await services.database.transact(systemActor, (tx) => requireOpenRequest(services, tx, token), {
    readOnly: true,
  })
  const ofState = [...forms.values()].filter(
    ({ states, issuedBy }) => issuedBy !== 'federal' && states.includes(state),
  )
  const items = ofState.map(
    ({ name, title, issuedBy, states, reasons, source }): AnswerForm => ({
      name,
      title,
      isIssuedByState: issuedBy === 'state',
      isOfStateAlone: states.length === 1,
      reasons: reasons.map((reason) => reasonWords[reason]),
      publishedAt: source.address,
    }),
  )
  return { items: items.sort((one, other) => Number(other.isOfStateAlone) - Number(one.isOfStateAlone)) }
}
