import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEmptyPostgres } from '../../../test/database.ts'
import { migrateLike } from '../../platform/backup/restore-target.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate, migrationsFolder } from '../../platform/db/migrate.ts'

const at = new Date('2026-05-04T12:00:00Z')

test('accounts from before keep what they get by email, and their views are counted without downloads', async () => {
  const empty = await createEmptyPostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'exempta-older-accounts-'))
  const database = await openDatabase({ url: empty.url, dataDir })
  const run = async (text: string, values: unknown[] = []) =>
    (await database.executeAsOwner(text, values)).rows
  try {
    const names = (await readdir(migrationsFolder)).map((file) => file.replace(/\.sql$/, '')).sort()
    await migrateLike(
      database,
      names.filter((name) => name < '0071'),
    )
    const person = async (email: string) => {
      const [row] = await run(
        `insert into users (email, name, role, created_at, updated_at) values ($1, 'Ada', 'user', $2, $2) returning id`,
        [email, at],
      )
      return (row as { id: string }).id
    }
    const chose = (id: string, types: string) =>
      run('insert into notification_preferences (user_id, mailed_types, updated_at) values ($1, $2, $3)', [
        id,
        types,
        at,
      ])
    const silent = await person('silent@lakeside.example')
    const other = await person('other@lakeside.example')
    const keen = await person('keen@lakeside.example')
    await chose(other, '{other}')
    await chose(keen, '{businesses,other}')

    const [business] = await run(
      `insert into businesses (name, email, status, date_registered, created_at, updated_at)
       values ('Maple', 'maple@lakeside.example', 'active', $1, $1, $1) returning id`,
      [at],
    )
    const [documentId, shareId] = [randomUUID(), randomUUID()]
    await run(
      `insert into documents (id, owner_id, name, type, status, size_bytes, content_hash, has_original, page_count,
         version, created_at, updated_at)
       values ($1, $2, 'a.pdf', 'application/pdf', 'processed', 1, sha256(''), false, 1, 1, $3, $3)`,
      [documentId, keen, at],
    )
    await run(
      `insert into document_shares (id, document_id, owner_id, business_id, can_download, has_watermark,
         tells_first_view, shared_at, created_at, updated_at, view_count)
       values ($1, $2, $3, $4, true, false, false, $5, $5, $5, 3)`,
      [shareId, documentId, keen, (business as { id: string }).id, at],
    )
    for (const act of ['viewed', 'downloaded', 'viewed']) {
      await run(
        `insert into share_events (id, share_id, act, at, by_kind) values (gen_random_uuid(), $1, $2, $3, 'receiver')`,
        [shareId, act, at],
      )
    }

    await migrate(database)
    const fresh = await person('fresh@lakeside.example')
    const outcomes = async (id: string) => {
      const [row] = await run('select mailed_outcomes from notification_preferences where user_id = $1', [id])
      return (row as { mailed_outcomes: string[] } | undefined)?.mailed_outcomes
    }
    expect(await outcomes(silent), 'who chose nothing').toEqual(['expiring'])
    expect(await outcomes(other), 'who chose something else').toEqual(['expiring'])
    expect(await outcomes(keen), 'who chose businesses').toEqual(['verified', 'rejected', 'expiring'])
    expect(await outcomes(fresh), 'a new account').toEqual(['verified', 'rejected', 'first-view', 'expiring'])
    expect(await run('select view_count, download_count from document_shares')).toEqual([
      { view_count: 2, download_count: 1 },
    ])
  } finally {
    await database.close()
    await empty.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
