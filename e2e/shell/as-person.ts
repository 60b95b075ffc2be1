import type { Role } from '@exempta/contract/people'
import type { Page } from '@playwright/test'
import { roleCookie } from '../fixtures/site-answers.ts'

/**
 * The web client, served without the API, treats the browser as a person of this role. The answers come from the site
 * itself, because intercepting them in the journey would disable the browser's cache.
 */
export async function asPerson(page: Page, role: Role | null): Promise<void> {
  if (role) {
    await page.context().addCookies([{ name: roleCookie, value: role, domain: '127.0.0.1', path: '/' }])
  }
  await page.routeWebSocket('**/api/live', () => {})
}

export const problem = (status: number, code: string, title: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title, status, code, requestId: 'req-1' }),
})

/** The browser itself reports failed calls; a journey that provokes one takes the report out. */
export function expectComplaint(complaints: string[], part: string): void {
  const index = complaints.findIndex((line) => line.includes(part))
  if (index < 0) throw new Error(`Nothing was reported about: ${part}`)
  for (let at = complaints.length - 1; at >= 0; at--)
    if (complaints[at]?.includes(part)) complaints.splice(at, 1)
}
