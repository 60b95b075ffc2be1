import { startPostgres } from './postgres-cluster.ts'

/** Vitest's set-up for the server tests on PostgreSQL: one server for the whole run. */
export default async function providePostgres() {
  const { url, stop } = await startPostgres()
  process.env.TEST_POSTGRES_URL = url
  return stop
}
