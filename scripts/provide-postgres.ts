import { startPostgres } from './postgres-cluster.ts'

/**
 * The set-up of Vitest's tests on PostgreSQL and of the journeys: one server for the whole run. It need not survive
 * a loss of power; the tests that kill a server start their own, which waits for the disk.
 */
export default async function providePostgres() {
  const { url, stop } = await startPostgres({ fsync: false })
  process.env.TEST_POSTGRES_URL = url
  return stop
}
