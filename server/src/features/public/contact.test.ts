import { formLimits } from '@exempta/contract/public/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { auditOf } from '../../../test/audit.ts'
import { readEmails } from '../../../test/mailbox.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { limits } from './limits.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const message = {
  name: 'Cleo Writer',
  email: 'Cleo@Example.org',
  subject: 'A question',
  message: 'First line.\r\nSecond line.',
}
async function stamp() {
  const answer = await test.call({ method: 'GET', url: '/api/form-stamp' })
  test.clock.advance(limits.formFilledMinMs)
  return answer.json().stamp as string
}
const send = async (changes: Record<string, unknown> = {}) =>
  test.call({
    method: 'POST',
    url: '/api/contact',
    payload: { ...message, website: '', stamp: changes.stamp ?? (await stamp()), ...changes },
  })
const chats = () =>
  test.services.database.transact(systemActor, (tx) =>
    tx.selectFrom('chats').selectAll().where('kind', '=', 'mail').orderBy('created_at').execute(),
  )
const textOf = async (chatId: string) => {
  const rows = await test.services.database.transact(systemActor, (tx) =>
    tx.selectFrom('chat_messages').select('text').where('chat_id', '=', chatId).execute(),
  )
  return rows.map(({ text }) => text)
}

describe('a contact message', () => {
  it('becomes a conversation in the console and is acknowledged by email', async () => {
    const sent = await send({ message: `${message.message} SSN 078-05-1120` })
    expect([sent.statusCode, sent.headers['exempta-masked']]).toEqual([204, 'ssn'])
    const [chat] = await chats()
    expect(chat).toMatchObject({
      guest_name: 'Cleo Writer',
      guest_email: 'cleo@example.org',
      subject: 'A question',
    })
    const [text] = await textOf(chat?.id ?? '')
    expect(text).toMatch(/^First line\.\nSecond line\. SSN /)
    expect(text).not.toContain('078-05')
    const emails = await readEmails(test, 'cleo@example.org')
    expect(emails).toMatchObject([{ template: 'contact-received', subject: 'We received your message' }])
    expect(emails[0]?.text).not.toContain('First line')
    expect((await auditOf(test, chat?.id ?? '')).map(({ action }) => action)).toContain('contact.create')
    expect(test.logged()).not.toMatch(/Cleo|cleo@|First line/)
  })

  it('cannot inject email headers', async () => {
    const before = (await chats()).length
    for (const email of [
      'eve@example.org\r\nBcc: victim@example.org',
      'a@example.org,victim@example.org',
      'Eve <victim@example.org>',
      'a@b@example.org',
    ]) {
      const answer = await send({ email })
      expect([answer.statusCode, answer.json().fields[0].path], email).toEqual([422, 'email'])
    }
    expect(await chats()).toHaveLength(before)
    for (const lineBreak of ['\r\n', '\n', '\r', '\u2028']) {
      const changes = {
        email: `split-${lineBreak.codePointAt(0)}-${lineBreak.length}@example.org`,
        name: `Eve${lineBreak}Bcc: victim@example.org`,
        subject: `Hello${lineBreak}Bcc: victim@example.org`,
      }
      expect((await send(changes)).statusCode, JSON.stringify(lineBreak)).toBe(204)
      expect((await chats()).at(-1), JSON.stringify(lineBreak)).toMatchObject({
        guest_name: 'Eve Bcc: victim@example.org',
        subject: 'Hello Bcc: victim@example.org',
      })
      const emails = await readEmails(test, changes.email)
      expect(
        emails.map(({ subject }) => subject),
        JSON.stringify(lineBreak),
      ).toEqual(['We received your message'])
    }
    expect(await readEmails(test, 'victim@example.org')).toEqual([])
  })

  it('is refused when fields are missing, too long or unknown', async () => {
    for (const wrong of [
      { name: ' ' },
      { subject: '' },
      { message: '\n' },
      { email: 'nobody' },
      { message: 'x'.repeat(formLimits.contactMessageLength + 1) },
      { kind: 'chat' },
    ]) {
      expect((await send(wrong)).statusCode, JSON.stringify(wrong).slice(0, 40)).toBe(422)
    }
  })

  it('from a bot, or sent too often, is dropped', async () => {
    const before = (await chats()).length
    expect((await send({ website: 'x' })).statusCode).toBe(204)
    const fresh = (await test.call({ method: 'GET', url: '/api/form-stamp' })).json().stamp
    expect((await send({ stamp: fresh })).statusCode).toBe(422)
    test.clock.advance(limits.formFilledMinMs)
    expect((await send({ stamp: fresh })).statusCode).toBe(204)
    expect((await send({ stamp: 'forged.AAAA' })).statusCode).toBe(422)
    expect(await chats()).toHaveLength(before + 1)

    const held = await stamp()
    const statuses: number[] = []
    for (let sent = 0; sent < 7; sent++)
      statuses.push((await send({ email: 'often@example.org', stamp: held })).statusCode)
    expect(statuses[0]).toBe(204)
    expect(statuses).toContain(429)
  })
})
