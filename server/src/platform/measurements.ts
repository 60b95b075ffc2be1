/**
 * Measurements of what happens inside the process. Code that records one does not know who counts it, and recording
 * costs almost nothing while there is no subscriber. Values are fixed words and durations, never data from outside.
 */
import { channel } from 'node:diagnostics_channel'

interface Measurement<Value> {
  record(value: Value): void
  /** Calls the listener for every value recorded in this process, until the returned function is called. */
  subscribe(listener: (value: Value) => void): () => void
}

function measurement<Value>(name: string): Measurement<Value> {
  const values = channel(`exempta:${name}`)
  return {
    record(value) {
      if (values.hasSubscribers) values.publish(value)
    },
    subscribe(listener) {
      const subscriber = (value: unknown) => listener(value as Value)
      values.subscribe(subscriber)
      return () => values.unsubscribe(subscriber)
    },
  }
}

/** A request that was answered with a problem, or one file of an upload that was refused. */
export const refusals = measurement<{ kind: 'request' | 'file'; code: string }>('refusal')

/** One round trip to the database. */
export const statements = measurement<{ isOk: boolean; ms: number }>('statement')

/** One attempt of a job. */
export const jobRuns = measurement<{ job: string; outcome: JobOutcome; ms: number }>('job')
export type JobOutcome = 'done' | 'failed' | 'given-up' | 'given-back'

/** One file processed in the sandbox, including the time it waited for a free slot. */
export const fileReadings = measurement<{ outcome: string; ms: number }>('file-reading')
