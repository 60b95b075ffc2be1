import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../../test/database.ts'
import { mountSmallDisk } from '../../../../test/small-disk.ts'
import type { Database } from '../database.ts'
import { isDatabaseUnavailable } from '../errors.ts'
import { openDatabase } from '../open-database.ts'

const rounds = Number(process.env.FAULT_ROUNDS ?? 3)
const disk = mountSmallDisk(200)
afterAll(() => disk?.remove())

async function openOnDisk(folder: string): Promise<Database> {
  const made = await createTestDatabase()
  await made.close()
  const dataDir = join(folder, 'data')
  cpSync(made.location.dataDir, dataDir, { recursive: true })
  await made.dispose()
  return openDatabase({ dataDir })
}

/** Writes to the log alone, which is where a full disk makes the engine panic, until it fails. */
async function writeUntilRefused(database: Database): Promise<unknown> {
  for (;;) {
    try {
      await database.executeAsOwner(`select pg_logical_emit_message(true, 'x', repeat('a', 1000000))`)
    } catch (error) {
      return error
    }
  }
}

async function rowsOf(database: Database): Promise<number[]> {
  const { rows } = await database.executeAsOwner('select id from kept order by id')
  return (rows as { id: number }[]).map(({ id }) => id)
}

it.skipIf(!disk)(
  `a disk that fills up and is freed ${rounds} times loses no commit, leaves no call without an answer and lets the database close (needs the right to mount a disk)`,
  async () => {
    if (!disk) return
    const database = await openOnDisk(disk.folder)
    await database.executeAsOwner('create table kept (id int)')
    const kept: number[] = []
    for (let round = 0; round < rounds; round++) {
      await database.executeAsOwner('insert into kept values ($1)', [round])
      kept.push(round)
      disk.fill()
      expect(isDatabaseUnavailable(await writeUntilRefused(database)), `round ${round}, the write`).toBe(true)
      const next = await rowsOf(database).catch((error: unknown) => error)
      expect(isDatabaseUnavailable(next), `round ${round}, the call after it`).toBe(true)
      disk.free()
      expect(await rowsOf(database), `round ${round}, with space again`).toEqual(kept)
    }
    disk.fill()
    await writeUntilRefused(database)
    await database.close()
  },
)
