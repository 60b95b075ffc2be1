/** When certificates expire: asked of the rules at the confirmation, and again when a day or a rule may change it. */

import { certificateLimits } from '@exempta/contract/certificates/limits'
import type { CertificateStatus } from '@exempta/contract/certificates/wallet'
import { daysBetween, startOfDay } from '@exempta/knowledge/dates'
import { states } from '@exempta/knowledge/states'
import { systemActor } from '../../../platform/db/actor.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { rulesInForce } from '../../../platform/rules/loaded-rules.ts'
import type { Services } from '../../../platform/services.ts'
import { factsIn, notesOn, type Stated, unknownFormNote } from './notes.ts'
import { type ExemptionRow, findExemption, listDueEnds, putEnds, type StateEnd } from './queries.ts'
import { asExemption } from './read-certificates.ts'

const zoneOf = (state: string) => states.get(state)?.timeZone ?? 'America/New_York'

/** In each of its states. */
export const endsOf = (exemption: Stated, now: Date): StateEnd[] =>
  exemption.states.map((one) => {
    const facts = factsIn(exemption, one, exemption.seller ?? '', now)
    return {
      state: one.state,
      ends_on: rulesInForce().ask(facts).endsOn,
      judge_again_at: startOfDay(zoneOf(one.state), rulesInForce().nextChange(facts)),
      knowledge_version: rulesInForce().version,
    }
  })

/** The last day on which all of its states accept it; null if none is known. */
export const lastDayOf = (row: ExemptionRow, now: Date): string | null =>
  endsOf(asExemption(row), now).reduce<string | null>(
    (first, { ends_on }) => (ends_on !== null && (first === null || ends_on < first) ? ends_on : first),
    null,
  )

const documentsAtOnce = 100

/** Asks again about everything whose end may have changed since. */
export async function renewEnds({ clock, database }: Services): Promise<void> {
  const now = clock.now()
  await inBatches(documentsAtOnce, (size) =>
    database.transact(systemActor, async (tx) => {
      const due = await listDueEnds(tx, now, rulesInForce().version, size)
      for (const id of due) {
        const row = await findExemption(tx, id)
        if (row) await putEnds(tx, id, endsOf(asExemption(row), now))
      }
      return due.length === 0 ? 0 : size
    }),
  )
}

/** What its owner has to know about a certificate in one of its states. */
export function statusIn(
  exemption: Stated,
  state: string,
  now: Date,
): { status: CertificateStatus; expiresOn: string | null; notes: string[] } {
  const own = exemption.states.filter((one) => one.state === state)
  const [one] = own
  if (!one) throw new TypeError('The certificate isn’t for this state.')
  const facts = factsIn(exemption, one, exemption.seller ?? '', now)
  const { endsOn: expiresOn, reasons } = rulesInForce().ask(facts)
  const notes = notesOn({ ...exemption, states: own }, now).map(({ text }) => text)
  const daysLeft = expiresOn === null ? null : daysBetween(facts.on, expiresOn)
  const isSoon = daysLeft !== null && daysLeft <= certificateLimits.expiresSoonDays
  const wrong = notes.filter((text) => text !== unknownFormNote)
  // Where a rule isn't certain, the notes ask to check instead.
  const status = reasons.some(({ code }) => code === 'expired')
    ? 'expired'
    : wrong.length > 0
      ? 'check'
      : isSoon
        ? 'expires-soon'
        : notes.length > 0
          ? 'check'
          : 'good'
  return { status, expiresOn, notes }
}
