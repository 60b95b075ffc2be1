import { vi } from 'vitest'
import { systemActor } from '../src/platform/db/actor.ts'
import { withoutMarks } from '../src/platform/email/stored-secrets.ts'
import type { TestApp } from './app.ts'

/** What was mailed to an address, oldest first. */
export async function readEmails(test: { services: Pick<TestApp['services'], 'database'> }, email: string) {
  const rows = await test.services.database.transact(systemActor, (tx) =>
    tx.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('created_at').execute(),
  )
  return rows.map((row) => ({ ...row, text: withoutMarks(row.body_text) }))
}

export type ReceivedEmail = Awaited<ReturnType<typeof readEmails>>[number]

/** Returns the newest email of a template after `count` of them have arrived. */
export const awaitEmail = (
  test: Pick<TestApp, 'services'>,
  email: string,
  template: string,
  count = 1,
): Promise<ReceivedEmail> =>
  vi.waitFor(
    async () => {
      const found = (await readEmails(test, email)).filter((received) => received.template === template)
      const newest = found[count - 1]
      if (!newest) throw new Error(`${found.length} of ${count} mails ${template}`)
      return newest
    },
    { timeout: 15_000, interval: 50 },
  )

/** The address of the link in an email. */
export const linkIn = ({ text }: ReceivedEmail): string => /https?:\/\/\S+/.exec(text)?.[0] ?? ''

export const tokenIn = (received: ReceivedEmail): string =>
  new URLSearchParams(new URL(linkIn(received)).hash.slice(1)).get('token') ?? ''
