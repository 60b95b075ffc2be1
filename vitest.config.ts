import { defineConfig } from 'vitest/config'
import { quickEngine } from './server/test/quick-engine.ts'

// Three rounds on both databases together; programs start quicker on PostgreSQL.
const shortRounds = { embedded: '1', postgres: '2' }
const { FAULT_ROUNDS, SCALE_ROWS = '10000' } = process.env

// To load everything anew for each file takes as long as its tests.
const isolate = false

// Node loads the product as it does when it runs; to have Vite rewrite every module costs each worker seconds.
const experimental = { viteModuleRunner: false, nodeLoader: false }
const quickArgon2 = ['--import', new URL('./server/test/with-quick-argon2.ts', import.meta.url).href]

// The same server tests run on both databases; what needs several processes on one needs PostgreSQL.
const server = (database: 'embedded' | 'postgres', globalSetup: string[]) => ({
  extends: true as const,
  test: {
    name: `server-${database}`,
    experimental,
    execArgv: [...quickEngine, ...quickArgon2],
    include: ['server/**/*.test.ts'],
    exclude: ['**/node_modules/**', `**/*.${database === 'embedded' ? 'postgres' : 'embedded'}.test.ts`],
    env: { TEST_DATABASE: database, FAULT_ROUNDS: FAULT_ROUNDS ?? shortRounds[database], SCALE_ROWS },
    globalSetup,
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
    // Twice the cores of a small machine: much of a test is waiting for disks and processes.
    maxWorkers: 4,
    setupFiles: ['./scripts/fail-on-noise.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,bench,scripts,web}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/build/**'],
          isolate,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'redaction',
          include: ['redaction/**/*.test.ts'],
          experimental,
          isolate,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      server('embedded', []),
      server('postgres', ['./scripts/provide-postgres.ts']),
    ],
  },
})
