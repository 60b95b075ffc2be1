import { anchorNote } from '../audit/anchor.ts'
import { type AnchoredReport, verifyAnchored } from '../audit/verify-audit.ts'
import { systemClock } from '../clock.ts'
import { type MasterKeySource, parseMasterKey } from '../crypto/master-key.ts'
import { MasterKeys } from '../crypto/master-keys.ts'
import { createSealedSecrets } from '../crypto/sealed-secrets.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { openStoreOfSpace } from '../storage/open-file-store.ts'
import type { S3Address } from '../storage/s3-connection.ts'
import { BackupError, type Head, type Sums, sessionTables } from './items.ts'
import { loadInstallation } from './load-installation.ts'
import { readInstallation } from './read-installation.ts'
import { openRestoreTarget, prepareSchema, type RestoreTarget } from './restore-target.ts'
import { type OpenBackup, openBackup } from './sealed-backup.ts'
import { checked, compareSums, sumsOf } from './sums.ts'

/**
 * Decides where the master keys of the restored files come from, before anything is written. Returns a function that
 * stores them, which does nothing when the operator keeps the keys or they already exist.
 */
async function planKeys(head: Head, source: MasterKeySource): Promise<() => Promise<void>> {
  const present = (await source.load()).map(({ id }) => id)
  if (head.masterKeyIds.every((id) => present.includes(id))) return async () => {}
  if (present.length > 0) {
    throw new BackupError(
      `The master key in ${source.location} doesn’t belong to this backup. Use the key that does, or move this one away.`,
    )
  }
  const keys = head.masterKeys.map(parseMasterKey)
  const { save } = source
  if (keys.length === 0 || !save) {
    throw new BackupError(
      'This backup doesn’t contain the master key, because MASTER_KEY was set when it was made. Set MASTER_KEY to that key.',
    )
  }
  return () => save(keys)
}

export interface RestoreLocation {
  dataDir: string
  databaseUrl: string | undefined
  s3: S3Address | undefined
  keySource: MasterKeySource
}

export interface Restored {
  sums: Sums
  audit: AnchoredReport
  /** A newer anchor of the same audit log that the restore replaced. */
  replacedAnchor: string | undefined
}

/** Restores a backup into an empty installation. The whole file is read and checked before anything is written. */
export async function restoreBackup(
  path: string,
  passphrase: string,
  location: RestoreLocation,
): Promise<Restored> {
  const backup = await openBackup(path, passphrase)
  try {
    const head = await headOf(backup)
    const expected = await sumsOf(checked(backup.items()))
    const putKeys = await planKeys(head, location.keySource)
    const target = await openRestoreTarget({ url: location.databaseUrl, dataDir: location.dataDir })
    try {
      const store = await openStoreOfSpace(head.fileSpace, location)
      try {
        const parts = { target, store, putKeys, keySource: location.keySource }
        return { sums: expected, ...(await fill(backup, head, parts, expected)) }
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
  throw new BackupError('The backup is incomplete.')
}

/**
 * A store that was in use may hold a newer anchor. The audit rows after the backup are lost, and the operator is
 * informed.
 */
async function putAnchor(store: ObjectStore, { auditAnchor }: Head): Promise<string | undefined> {
  const present = await store.readNote(anchorNote)
  if (present || auditAnchor) await store.writeNote(anchorNote, auditAnchor ?? '')
  return present === auditAnchor ? undefined : present
}

interface Parts {
  target: RestoreTarget
  store: ObjectStore
  putKeys(): Promise<void>
  keySource: MasterKeySource
}

async function fill(backup: OpenBackup, head: Head, parts: Parts, expected: Sums) {
  const { target, store, putKeys, keySource } = parts
  const { database } = target
  await store.removeUnfinished('9')
  await prepareSchema(database, head)
  await loadInstallation({ database, store }, checked(backup.items()))
  const masterKeys = { ids: head.masterKeyIds, texts: [] }
  const source = { database, store, masterKeys, now: systemClock.now() }
  const found = await readInstallation(source, { leaveOut: sessionTables }, sumsOf)
  compareSums(expected, found)
  const replacedAnchor = await putAnchor(store, head)
  await putKeys()
  const secrets = createSealedSecrets(new MasterKeys(keySource))
  const audit = await verifyAnchored({ database, files: store, secrets })
  await target.finish()
  return { audit, replacedAnchor }
}
