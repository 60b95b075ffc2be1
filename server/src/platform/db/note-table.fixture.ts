import { randomUUID } from 'node:crypto'
import type { Generated } from 'kysely'
import type { Actor } from './actor.ts'
import type { Database, Transaction } from './database.ts'

interface NoteTable {
  id: Generated<string>
  owner_id: string
  body: string
}

/** A table like those of features: each person can see and write only their own notes. */
export async function createNoteTable(database: Database): Promise<void> {
  await database.executeAsOwner(`
    create table note (
      id uuid primary key default gen_random_uuid(),
      owner_id uuid not null,
      body text not null
    );
    call exempta_protect('note');
    create policy own_notes on note to exempta_app
      using (owner_id = (select exempta_actor_id())) with check (owner_id = (select exempta_actor_id()));
  `)
}

export function notes(tx: Transaction) {
  return tx.withTables<{ note: NoteTable }>()
}

export function person(): Extract<Actor, { kind: 'person' }> {
  return { kind: 'person', id: randomUUID(), role: 'user' }
}

export async function addNote(tx: Transaction, owner_id: string, body: string): Promise<void> {
  await notes(tx).insertInto('note').values({ owner_id, body }).execute()
}

export async function listNotes(tx: Transaction): Promise<string[]> {
  const rows = await notes(tx).selectFrom('note').select('body').orderBy('body').execute()
  return rows.map(({ body }) => body)
}
