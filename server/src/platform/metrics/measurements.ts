/**
 * What happens inside, told to whoever counts it. The parts that tell know nothing of metrics, and telling costs
 * nothing while nobody listens. What is told are words of ours and times, never a value from outside.
 */
import { channel } from 'node:diagnostics_channel'

interface Measurement<Value> {
  record(value: Value): void
  /** Hears everything told in this process; the returned function ends it. */
  subscribe(listener: (value: Value) => void): () => void
}

function measurement<Value>(name: string): Measurement<Value> {
  const value = channel(`exempta:${name}`)
  return {
    record(value) {
      if (value.hasSubscribers) value.publish(value)
    },
    subscribe(listener) {
      const subscriber = (value: unknown) => listener(value as Value)
      value.subscribe(subscriber)
      return () => value.unsubscribe(subscriber)
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
