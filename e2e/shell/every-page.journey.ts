import type { Role } from '@exempta/contract/people'
import type { Page } from '@playwright/test'
import { expectClearChat } from '../fixtures/expect-clear-chat.ts'
import { expectSoundPage } from '../fixtures/expect-sound-page.ts'
import { siteTest as test } from '../fixtures/test.ts'
import { guardedPages, linkedPages, publicPages } from './all-pages.ts'
import { asPerson } from './as-person.ts'
import { expectSpecifiedLabels } from './specified-labels.ts'

async function expectPage(page: Page, address: string): Promise<void> {
  await expectSoundPage(page, address)
  await expectSpecifiedLabels(page, address)
  await expectClearChat(page)
}

// One page for all of them loads what they share once.
for (const [kind, addresses] of Object.entries({ public: publicPages, linked: linkedPages })) {
  test(`a visitor can read every ${kind} page`, async ({ page }) => {
    test.slow()
    for (const address of addresses) await expectPage(page, address)
  })
}

for (const [role, addresses] of Object.entries(guardedPages) as [Role, string[]][]) {
  test(`every page of the role ${role} is sound`, async ({ page }) => {
    test.slow()
    await asPerson(page, role)
    for (const address of addresses) await expectPage(page, address)
  })
}
