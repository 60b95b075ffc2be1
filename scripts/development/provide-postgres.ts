import { startPostgres } from './postgres-cluster.ts'

/**
 * Global setup of the server tests and journeys: one PostgreSQL server for the whole run, started on first use. It
 * need not survive a power failure; tests that kill a server start their own, which waits for the disk.
 */
export default async function providePostgres() {
  if (process.env.TEST_POSTGRES_URL) return
  const settings = {
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '1GB',
  }
  const { url, stop } = await startPostgres({ fsync: false, settings })
  process.env.TEST_POSTGRES_URL = url
  return stop
}
