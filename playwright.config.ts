import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/development/find-chromium.ts'

const { executablePath, args, env } = await findChromium()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.journey.ts',
  globalSetup: ['./scripts/development/provide-postgres.ts', './e2e/fixtures/prepare-data.ts'],
  outputDir: 'test-results/journeys',
  forbidOnly: true,
  fullyParallel: true,
  workers: 3,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    screenshot: 'only-on-failure',
    // Otherwise, what never appears is waited for until the whole journey has no time left.
    actionTimeout: 90_000,
    launchOptions: {
      executablePath,
      // Few pages live for long enough to make up for what it takes to optimise their code.
      args: [...args, '--js-flags=--no-opt,--no-maglev'],
      env: { ...definedOnly(process.env), ...env },
    },
  },
})

function definedOnly(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
