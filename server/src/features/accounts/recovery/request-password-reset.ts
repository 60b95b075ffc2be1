import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { takeGuess } from '../guesses/guess.ts'
import { sendResetLinkJob } from '../jobs/send-reset-link-job.ts'
import { nobodyId } from '../nobody.ts'
import { findPersonId } from '../queries/accounts.ts'

/**
 * The same steps for known and unknown addresses, so that neither the answer nor its time tells them apart:
 * whether there is anybody to write to is found out later, by the job. What was typed is kept nowhere.
 */
export async function requestPasswordReset(
  services: Services,
  call: Call,
  { email, deviceToken }: { email: string; deviceToken: string | undefined },
): Promise<void> {
  const { clock, database, jobs } = services
  const personId = await database.transact(systemActor, (tx) => findPersonId(tx, email))
  const { ip } = call.origin
  await takeGuess(services, { at: 'reset-request', subject: email, personId, deviceToken, ip })
  await database.transact(systemActor, async (tx) => {
    await recordAudit(tx, call, {
      at: clock.now(),
      action: 'password.reset-request',
      target: { kind: 'person', id: personId ?? nobodyId },
    })
    await jobs.enqueue(tx, sendResetLinkJob, { personId: personId ?? nobodyId })
  })
}
