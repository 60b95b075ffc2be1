import type { JobContext } from '../../../platform/jobs/handle.ts'

/** The work on a document stops here, because others wait; it goes on in a later job. */
export class TurnOverError extends Error {
  override name = 'TurnOverError'
}

/** To be called after each page: people take turns by pages. */
export async function endTurnIfOthersWait(context: JobContext): Promise<void> {
  if (await context.othersWait()) throw new TurnOverError()
}
