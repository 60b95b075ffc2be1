import type { Session } from '@exempta/contract/accounts'
import type { register } from '@exempta/contract/registration'
import type { RouteInput } from '@exempta/contract/route'
import type { Page } from '@playwright/test'

export type NewAccount = RouteInput<typeof register>['body']

let made = 0

/** Somebody nobody else in the journeys is. */
export function somebody(type: NewAccount['type'] = 'user'): NewAccount {
  made += 1
  const name = `${type === 'user' ? 'Amelia Ortiz' : 'Lakeside Supply'} ${made}`
  const email = `person-${process.pid}-${made}@lakeside.example`
  return { type, name, email, password: `violet harbor lantern ${made}` }
}

/** Calls the server as the page's own scripts do, with the page's session. */
export async function callAs<Answer>(
  page: Page,
  method: string,
  path: string,
  data?: object,
): Promise<Answer> {
  const origin = new URL(page.url()).origin
  const response = await page.request.fetch(origin + path, {
    method,
    headers: { origin },
    ...(data && { data }),
  })
  if (!response.ok())
    throw new Error(`${method} ${path} answered ${response.status()}: ${await response.text()}`)
  return (response.status() === 204 ? undefined : await response.json()) as Answer
}

/** Registers without the form, which has a journey of its own; the page is then signed in. */
export async function registered(page: Page, account: NewAccount = somebody()): Promise<NewAccount> {
  await page.goto('/login')
  await callAs<{ session: Session }>(page, 'POST', '/api/accounts', account)
  return account
}

export async function logIn(page: Page, { email, password }: Pick<NewAccount, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}
