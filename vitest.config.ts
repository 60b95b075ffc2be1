import { defineConfig } from 'vitest/config'

const { FAULT_ROUNDS = '3', SCALE_ROWS = '10000' } = process.env

// The same server tests run on both databases; what needs several processes on one needs PostgreSQL.
const server = (database: 'embedded' | 'postgres', globalSetup: string[]) => ({
  extends: true as const,
  test: {
    name: `server-${database}`,
    include: ['server/**/*.test.ts'],
    exclude: ['**/node_modules/**', `**/*.${database === 'embedded' ? 'postgres' : 'embedded'}.test.ts`],
    env: { TEST_DATABASE: database, FAULT_ROUNDS, SCALE_ROWS },
    globalSetup,
    // To load the whole server anew for each file takes as long as its tests.
    isolate: false,
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
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'redaction',
          include: ['redaction/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      server('embedded', []),
      server('postgres', ['./scripts/provide-postgres.ts']),
    ],
  },
})
