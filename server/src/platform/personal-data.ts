/**
 * What features store about a person: exported on request and deleted with the account. Each feature provides its own
 * part (`Feature.personalData`).
 */
import type { Readable } from 'node:stream'
import type { PersonActor } from './call.ts'
import type { Transaction } from './db/database.ts'
import type { Services } from './services.ts'

/** One file of the export. */
export type DataEntry =
  /** Written as JSON: a value, or rows one by one. */
  | { path: `${string}.json`; value: unknown }
  | { path: `${string}.json`; rows: AsyncIterable<unknown> }
  /** A stored file, opened when it is written. */
  | { path: string; open(): Promise<Readable> }

/** Reads with the person's own rights wherever it can, in short transactions. */
export type DataContributor = (services: Services, person: PersonActor) => AsyncIterable<DataEntry>

/**
 * Deletes what the feature stores, before the account itself is deleted. It may be interrupted at any point and is
 * then run again from the start, so it must accept that some data is already gone.
 */
export type AccountEraser = (services: Services, personId: string) => Promise<void>

/** What must be kept after the account is deleted, in sentences for the person's last email. */
export type RemainingData = (tx: Transaction, personId: string) => Promise<string[]>

export interface PersonalData {
  readonly contributors: readonly DataContributor[]
  /** Not needed for rows that are deleted with the account by a foreign key. */
  readonly erasers: readonly AccountEraser[]
  readonly remains?: readonly RemainingData[]
}

const batchSize = 500

/** Reads all rows in batches, each starting after the last row of the previous one. */
export async function* readInBatches<Row>(
  readAfter: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void, void> {
  for (let last: Row | undefined; ; ) {
    const rows = await readAfter(last, batchSize)
    yield* rows
    if (rows.length < batchSize) return
    last = rows.at(-1)
  }
}
