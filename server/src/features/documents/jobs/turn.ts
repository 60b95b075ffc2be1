import type { JobContext } from '../../../platform/jobs/handle.ts'

/** Thrown to pause a document while others wait; a later job continues it. */
export class TurnEndedError extends Error {
  override name = 'TurnOverError'
}

/** Call after each page, so that people take turns page by page. */
export async function endTurnIfOthersWait(context: JobContext): Promise<void> {
  if (await context.othersWait()) throw new TurnEndedError()
}
