import type { Session } from '@exempta/contract/accounts'
import type { Role } from '@exempta/contract/people'
import type { Page } from '@playwright/test'

export const sessionOf = (role: Role): Session => ({
  id: '0197a1b2-4c5d-7000-8000-0000000000aa',
  person: {
    id: '0197a1b2-4c5d-7000-8000-000000000001',
    name: 'Amelia Ortiz',
    email: 'amelia@lakeside.example',
    role,
    isEmailVerified: true,
    hasTwoFactor: false,
    business: null,
  },
  duty: null,
  expiresAt: '2099-01-01T00:00:00.000Z',
  endsAt: '2099-01-01T00:00:00.000Z',
  idleMs: 30 * 60_000,
  asOf: new Date().toISOString(),
})

/** Answers the session calls of a page, so that a role's pages can be seen before its accounts can be made. */
export async function asPerson(page: Page, role: Role | null): Promise<void> {
  await page.route('**/api/session', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { session: role && sessionOf(role) } })
      : route.fallback(),
  )
  await withoutNotifications(page)
  await withoutDocuments(page)
  await withoutReceived(page)
  await withoutAdministered(page)
  await withoutApplications(page)
  await withoutChats(page)
  await page.routeWebSocket('**/api/live', () => {})
}

async function withoutNotifications(page: Page): Promise<void> {
  await page.route('**/api/notifications', (route) => route.fulfill({ json: { items: [], unreadCount: 0 } }))
}

async function withoutDocuments(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/api/documents',
    (route) => route.fulfill({ json: { items: [], nextCursor: null } }),
  )
  const counts = { uploaded: 0, processed: 0, pending: 0, shared: 0 }
  await page.route('**/api/documents/dashboard', (route) =>
    route.fulfill({ json: { counts, recent: [], recentlySharedWith: [] } }),
  )
}

async function withoutReceived(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/api/received',
    (route) => route.fulfill({ json: { items: [], nextCursor: null } }),
  )
  await page.route('**/api/received/dashboard', (route) =>
    route.fulfill({
      json: {
        business: { name: 'Lakeside Supply', status: 'active', isVerified: true },
        counts: { received: 0, pending: 0, verified: 0, activeUsers: 1 },
        recent: [],
        users: [],
      },
    }),
  )
}

async function withoutAdministered(page: Page): Promise<void> {
  const figure = { total: 0, growthPercent: 100 }
  const answers: Record<string, object> = {
    users: { items: [], nextCursor: null },
    'api-access': { items: [], nextCursor: null },
    businesses: { items: [], nextCursor: null },
    'businesses/types': { types: [] },
    'businesses/some-id/members': { items: [], nextCursor: null },
    'businesses/some-id': {
      id: '0197a1b2-4c5d-7000-8000-000000000002',
      name: 'Lakeside Supply',
      email: 'office@lakeside.example',
      phone: null,
      website: null,
      address: null,
      taxId: null,
      type: null,
      status: 'active',
      isVerified: true,
      userCount: 0,
      documentsReceived: 0,
      registeredAt: '2026-01-01T00:00:00.000Z',
      version: 1,
    },
    dashboard: { users: figure, businesses: figure, documents: figure, pendingIssues: figure, activity: [] },
  }
  for (const [path, json] of Object.entries(answers)) {
    await page.route(
      ({ pathname }) => pathname === `/api/admin/${path}`,
      (route) => route.fulfill({ json }),
    )
  }
}

async function withoutApplications(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/api/applications',
    (route) => route.fulfill({ json: { items: [], nextCursor: null } }),
  )
}

async function withoutChats(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/api/chats',
    (route) => route.fulfill({ json: { items: [], nextCursor: null } }),
  )
  await page.route('**/api/chats/presence', (route) => route.fulfill({ json: { agents: [], unread: 0 } }))
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
