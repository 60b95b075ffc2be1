/**
 * What happens inside, told to whoever counts it. The parts that tell know nothing of metrics, and telling costs
 * nothing while nobody listens. What is told are words of ours and times, never a value from outside.
 */
import { channel } from 'node:diagnostics_channel'

interface Measurement<Told> {
  tell(told: Told): void
  /** Hears everything told in this process; the returned function ends it. */
  hear(listener: (told: Told) => void): () => void
}

function measurement<Told>(name: string): Measurement<Told> {
  const told = channel(`exempta:${name}`)
  return {
    tell(measured) {
      if (told.hasSubscribers) told.publish(measured)
    },
    hear(listener) {
      const subscriber = (measured: unknown) => listener(measured as Told)
      told.subscribe(subscriber)
      return () => told.unsubscribe(subscriber)
    },
  }
}

/** A request that was answered with a problem, or one file of an upload that was not taken. */
export const refusals = measurement<{ kind: 'request' | 'file'; code: string }>('refusal')

/** One round trip to the database. */
export const statements = measurement<{ isOk: boolean; ms: number }>('statement')

/** One try of a job. */
export const jobRuns = measurement<{ job: string; outcome: JobOutcome; ms: number }>('job')
export type JobOutcome = 'done' | 'failed' | 'given-up' | 'given-back'

/** One file in the sandbox, with the time it waited for a place. */
export const fileReadings = measurement<{ outcome: string; ms: number }>('file-reading')
