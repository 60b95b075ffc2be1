/**
 * What features hold about a person, handed over on request and erased with the account. Each feature brings
 * its own part (`Feature.personalData`).
 */
import type { Readable } from 'node:stream'
import type { PersonActor } from './call.ts'
import type { Services } from './services.ts'

/** One file of the export. */
export type DataEntry =
  /** Written as JSON: a value, or one row after the other. */
  | { path: `${string}.json`; value: unknown }
  | { path: `${string}.json`; rows: AsyncIterable<unknown> }
  /** A stored file as it is; opened when its turn comes. */
  | { path: string; open(): Promise<Readable> }

/** Reads with the person's own rights wherever it can, in short transactions. */
export type DataContributor = (services: Services, person: PersonActor) => AsyncIterable<DataEntry>

/**
 * Removes what the feature holds, before the account itself goes. It may be stopped at any point and runs
 * again from the start, so what is already gone must not trouble it.
 */
export type AccountEraser = (services: Services, personId: string) => Promise<void>

export interface PersonalData {
  readonly contributors: readonly DataContributor[]
  /** What hangs on the account by a cascade needs none. */
  readonly erasers: readonly AccountEraser[]
}

const batchSize = 500

/** Every row, a batch at a time, each asked for by the last row of the one before. */
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
