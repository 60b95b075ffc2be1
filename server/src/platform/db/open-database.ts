import type { Database, DatabaseOptions } from './database.ts'
import { openEmbedded } from './embedded/open-embedded.ts'
import { openPostgres } from './postgres/open-postgres.ts'

export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url ? openPostgres({ ...options, url: options.url }) : openEmbedded(options)
}
