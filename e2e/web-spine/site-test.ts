/** A journey on the web client alone, as last built: no server behind it but what the journey answers. */
import path from 'node:path'
import type { App } from '../fixtures/start-app.ts'
import { test as base } from '../fixtures/test.ts'
import { serveSite } from './serve-site.ts'

export const test = base.extend<object, { app: App }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const site = await serveSite(path.join(import.meta.dirname, '../../web/build'))
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 30_000 },
  ],
})

export { expect } from '@playwright/test'
