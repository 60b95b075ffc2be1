import { setTimeout as delay } from 'node:timers/promises'
import type { register, Session } from '@exempta/contract/accounts'
import type { RouteInput } from '@exempta/contract/route'
import type { Page } from '@playwright/test'

export type NewAccount = RouteInput<typeof register>['body']

let made = 0

/** A new person that no other journey uses. */
export function newPerson(type: NewAccount['type'] = 'user'): NewAccount {
  made += 1
  const name = `Amelia Ortiz ${made}`
  const email = `person-${process.pid}-${made}@lakeside.example`
  const business = type === 'business' && { businessName: `Lakeside Supply ${made}` }
  return { type, name, email, password: `violet harbor lantern ${made}`, ...business }
}

/** Calls the server as the page's own scripts do, with the page's session. A busy server is asked again, as is one that saw many logins. */
export async function callAs<Answer>(
  page: Page,
  method: string,
  path: string,
  data?: object,
): Promise<Answer> {
  const headers = { origin: await originOf(page) }
  for (let left = 30; ; left--) {
    const response = await page.request.fetch(path, { method, headers, ...(data && { data }) })
    if (response.ok()) return (response.status() === 204 ? undefined : await response.json()) as Answer
    if (![429, 503].includes(response.status()) || left === 0)
      throw new Error(`${method} ${path} answered ${response.status()}: ${await response.text()}`)
    await delay(1000)
  }
}

/** A page that shows nothing yet knows the product by its context only. */
async function originOf(page: Page): Promise<string> {
  const { origin, protocol } = new URL(page.url())
  return protocol === 'about:' ? new URL((await page.request.get('/api/health')).url()).origin : origin
}

/** Registers without the form, which has a journey of its own; the page is then signed in. */
export async function registered(page: Page, account: NewAccount = newPerson()): Promise<NewAccount> {
  await callAs<{ session: Session }>(page, 'POST', '/api/accounts', account)
  return account
}

type Credentials = Pick<NewAccount, 'email' | 'password'>

/** Signs in without the form, which has journeys of its own, and opens a page. */
export async function enter(page: Page, { email, password }: Credentials, address: string): Promise<void> {
  await callAs<{ session: Session }>(page, 'POST', '/api/session', { email, password })
  await page.goto(address)
}

export async function logIn(page: Page, { email, password }: Credentials) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}
