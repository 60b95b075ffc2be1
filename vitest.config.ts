import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { warmEngine } from './server/test/quick-engine.ts'

// Three rounds on both databases together; programs start quicker on PostgreSQL.
const shortRounds = { embedded: '1', postgres: '2' }
const { FAULT_ROUNDS, SCALE_ROWS = '10000', SOAK_MINUTES = '0.15', FUZZ_MINUTES = '0' } = process.env

// To load everything anew for each file takes as long as its tests.
const isolate = false

// Server tests run on both databases, except those that need several processes or don't depend on the database.
const server = (database: 'embedded' | 'postgres') => ({
  extends: true as const,
  resolve: { alias: { '@node-rs/argon2': path.join(import.meta.dirname, 'server/test/quick-argon2.ts') } },
  test: {
    name: `server-${database}`,
    execArgv: warmEngine,
    include: ['server/**/*.test.ts'],
    exclude: ['**/node_modules/**', `**/*.${database === 'embedded' ? 'postgres' : 'embedded'}.test.ts`],
    env: {
      TEST_DATABASE: database,
      FAULT_ROUNDS: FAULT_ROUNDS ?? shortRounds[database],
      SCALE_ROWS,
      SOAK_MINUTES,
      FUZZ_MINUTES,
    },
    // Also beside the embedded one, from which an installation moves to it.
    globalSetup: ['./scripts/development/provide-postgres.ts'],
    isolate,
    // Generous: nothing is measured here, and a busy machine is slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
  },
})

export default defineConfig({
  test: {
    watch: false,
    pool: 'forks',
    // One more than a small machine has cores: a fault test waits, and each worker loads everything anew.
    maxWorkers: 3,
    setupFiles: ['./scripts/checks/fail-on-noise.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,knowledge,bench,scripts,web}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/build/**'],
          isolate,
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'redaction',
          include: ['redaction/**/*.test.ts'],
          isolate,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      server('embedded'),
      server('postgres'),
    ],
  },
})
