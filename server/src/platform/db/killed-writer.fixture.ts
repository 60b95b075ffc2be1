/** Writes rows one by one until it is killed, and acknowledges each on stdout after its commit. */
import { writeSync } from 'node:fs'
import { sql } from 'kysely'
import { systemActor } from './actor.ts'
import { openDatabase } from './open-database.ts'

const database = await openDatabase(JSON.parse(process.argv[2] ?? ''))
for (;;) {
  const { id } = await database.transact(systemActor, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into written (body) values (repeat('x', (random() * 3000)::int)) returning id`.execute(tx)
    return rows[0] as { id: number }
  })
  writeSync(1, `${id}\n`)
}
