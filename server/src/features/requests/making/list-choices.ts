import type { MakingChoice, MakingDraft } from '@exempta/contract/requests/making'
import type { PurchaseKind } from '@exempta/knowledge/terms'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { listBlanks } from '../../knowledge/index.ts'
import { requireOpenRequest } from '../answers/open-request.ts'
import { type AnswerKey, findOwnAnswer, isAskedPerson } from '../answers/visit.ts'
import { asChoice, choicesFor } from './choices.ts'
import { knownOf } from './known.ts'

export function getMakingChoices(
  services: Services,
  call: Call,
  key: AnswerKey,
  { state, kind }: { state: string; kind: PurchaseKind },
): Promise<{ choices: MakingChoice[]; known: Partial<MakingDraft> }> {
  return services.database.transact(
    systemActor,
    async (tx) => {
      const request = await requireOpenRequest(services, tx, key.token)
      const answer = await findOwnAnswer(services, tx, request.id, key.cookie)
      const isKnown = await isAskedPerson(tx, call, request, answer)
      const choices = choicesFor(await listBlanks(tx), { state, kind, now: services.clock.now() })
      return { choices: choices.map(asChoice), known: isKnown ? await knownOf(tx, request, state) : {} }
    },
    { readOnly: true },
  )
}
