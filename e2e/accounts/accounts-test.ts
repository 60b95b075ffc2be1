import { type JourneyApp, startJourneyApp } from '../fixtures/journey-app.ts'
import { test as base } from '../fixtures/test.ts'

/** Each has a product of its own, for journeys that count what is there. */
export const testWithApp = () =>
  base.extend<object, { app: JourneyApp }>({
    app: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
      async ({}, use) => {
        const app = await startJourneyApp()
        await use(app)
        await app.stop()
      },
      { scope: 'worker', timeout: 300_000 },
    ],
  })

export const test = testWithApp()

export { expect } from '@playwright/test'
