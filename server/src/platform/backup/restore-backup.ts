import { type AuditReport, verifyAudit } from '../audit/verify-audit.ts'
import { systemClock } from '../clock.ts'
import type { MasterKeySource } from '../crypto/master-key-source.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { openStoreOfSpace } from '../storage/open-file-store.ts'
import type { S3Address } from '../storage/s3-connection.ts'
import { BackupError } from './backup-error.ts'
import type { Head, Sums } from './items.ts'
import { loadInstallation } from './load-installation.ts'
import { readInstallation } from './read-installation.ts'
import { planKeys } from './restore-keys.ts'
import { openRestoreTarget, prepareSchema, type RestoreTarget } from './restore-target.ts'
import { type OpenBackup, openBackup } from './sealed-backup.ts'
import { sessionTables } from './session-tables.ts'
import { checked, compareSums, sumsOf } from './sums.ts'

export interface RestorePlace {
  dataDir: string
  databaseUrl: string | undefined
  s3: S3Address | undefined
  keySource: MasterKeySource
}

export interface Restored {
  sums: Sums
  audit: AuditReport
}

/** Fills an empty place from a backup. The whole file is read and checked before anything is written. */
export async function restoreBackup(
  path: string,
  passphrase: string,
  place: RestorePlace,
): Promise<Restored> {
  const backup = await openBackup(path, passphrase)
  try {
    const head = await headOf(backup)
    const expected = await sumsOf(checked(backup.items()))
    const putKeys = await planKeys(head, place.keySource)
    const target = await openRestoreTarget({ url: place.databaseUrl, dataDir: place.dataDir })
    try {
      const store = await openStoreOfSpace(head.fileSpace, place)
      try {
        const audit = await fill(backup, head, { target, store, putKeys }, expected)
        return { sums: expected, audit }
      } finally {
        await store.close()
      }
    } finally {
      await target.close()
    }
  } finally {
    await backup.close()
  }
}

async function headOf(backup: OpenBackup): Promise<Head> {
  for await (const item of backup.items()) if (item.kind === 'head') return item.head
  throw new BackupError('The backup ends too early.')
}

interface Parts {
  target: RestoreTarget
  store: ObjectStore
  putKeys(): Promise<void>
}

async function fill(backup: OpenBackup, head: Head, { target, store, putKeys }: Parts, expected: Sums) {
  const { database } = target
  await store.removeUnfinished('9')
  await prepareSchema(database, head)
  await loadInstallation({ database, store }, checked(backup.items()))
  const masterKeys = { ids: head.masterKeyIds, texts: [] }
  const source = { database, store, masterKeys, now: systemClock.now() }
  const found = await readInstallation(source, { leaveOut: sessionTables }, sumsOf)
  compareSums(expected, found)
  const audit = await verifyAudit(database)
  await putKeys()
  await target.finish()
  return audit
}
