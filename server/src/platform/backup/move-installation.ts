import { existsSync } from 'node:fs'
import { anchorNote } from '../audit/anchor.ts'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { folderOfSpace, openStoreOfSpace } from '../storage/open-file-store.ts'
import { getFileSpace } from '../storage/queries.ts'
import type { Head, Item, Sums } from './items.ts'
import { loadInstallation } from './load-installation.ts'
import { type BackupLocation, withSource } from './make-backup.ts'
import { readInstallation, type Source } from './read-installation.ts'
import { openRestoreTarget, prepareSchema, type RestoreTarget } from './restore-target.ts'
import { checked, compareSums, sumsOf } from './sums.ts'

/**
 * Copies an embedded installation to an empty PostgreSQL database, and its files to the bucket if one is configured;
 * otherwise they stay in their folder. The source is only read. Sessions are copied too, so no one has to log in
 * again.
 */
export async function moveInstallation(location: BackupLocation, toUrl: string): Promise<Sums> {
  const database = await openDatabase({ dataDir: location.dataDir })
  try {
    const from = await locationOfFiles(database, location)
    return await withSource(database, from, (source) => move(source, { from, to: location }, toUrl))
  } finally {
    await database.close()
  }
}

/** An embedded database whose files are in the bucket already has no folder for them. */
async function locationOfFiles(database: Database, location: BackupLocation): Promise<BackupLocation> {
  const space = await database.transact(systemActor, getFileSpace)
  return existsSync(folderOfSpace(space, location.dataDir)) ? { ...location, s3: undefined } : location
}

async function move(
  source: Source,
  { from, to }: { from: BackupLocation; to: BackupLocation },
  toUrl: string,
): Promise<Sums> {
  const target = await openRestoreTarget({ url: toUrl, dataDir: to.dataDir })
  try {
    return await readInstallation(source, { leaveOut: [] }, async (items) => {
      const { head, rest } = await withoutHead(items)
      const store = await openStoreOfSpace(head.fileSpace, to)
      try {
        const sums = await copy(source, target, head, from.s3 === to.s3 ? unwritten(store) : store, rest)
        if (head.auditAnchor) await store.writeNote(anchorNote, head.auditAnchor)
        await target.finish()
        return sums
      } finally {
        await store.close()
      }
    })
  } finally {
    await target.close()
  }
}

async function copy(
  source: Source,
  { database }: RestoreTarget,
  head: Head,
  store: ObjectStore,
  items: AsyncIterable<Item>,
): Promise<Sums> {
  await prepareSchema(database, head)
  const expected = await loadInstallation({ database, store }, checked(items))
  const found = await readInstallation({ ...source, database, store }, { leaveOut: [] }, sumsOf)
  compareSums(expected, found)
  return found
}

/** The head is needed before the rest can be read. */
async function withoutHead(items: AsyncIterable<Item>): Promise<{ head: Head; rest: AsyncIterable<Item> }> {
  const iterator = items[Symbol.asyncIterator]()
  const { value: first } = await iterator.next()
  if (first?.kind !== 'head') throw new Error('The head comes first.')
  return { head: first.head, rest: { [Symbol.asyncIterator]: () => iterator } }
}

/** Files that stay where they are get read and compared, not written. */
const unwritten = (store: ObjectStore): ObjectStore => ({
  ...store,
  async write(_name, pieces) {
    for await (const _piece of pieces);
  },
})
