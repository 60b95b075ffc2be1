import { systemActor } from '../../../platform/db/actor.ts'
import { DatabaseUnavailableError } from '../../../platform/db/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { withTimeout } from '../../../platform/with-timeout.ts'
import { limits } from '../limits.ts'
import { selectOne } from './queries.ts'

/** Whether the database answers in time. Waiting for a connection counts, because every request would wait for it. */
export async function checkDatabase({ database }: Services): Promise<void> {
  const timeoutMs = limits.readinessMs
  const answer = database.transact(systemActor, selectOne, { timeoutMs }).then(() => true)
  if (!(await withTimeout(timeoutMs, answer))) throw new DatabaseUnavailableError()
}
