/**
 * Starts the product like `npm start`, for browser journeys. Its clock can be moved and its emails are collected. The
 * parent process sends requests over the IPC channel.
 */

import type { SendMailOptions } from 'nodemailer'
import { buildWeb } from '../../scripts/operators/build-web.ts'
import { readConfig } from '../src/config.ts'
import { observedClock } from '../src/platform/clock.ts'
import { findFreePort } from '../src/platform/http/free-port.ts'
import { onShutdown } from '../src/shutdown.ts'
import { start } from '../src/start.ts'
import { startSmtpServer } from './smtp-server.ts'

/** What a journey asks, and is answered. */
export type JourneyQuestion = { advanceMs: number } | { emailsTo: string } | { arriving: SendMailOptions }
export type JourneyAnswer = { now: number } | { emails: string[] } | { arrived: true }

const print = (line: string) => process.stdout.write(`${line}\n`)
const smtp = await startSmtpServer()
let offsetMs = 0
const now = () => new Date(Date.now() + offsetMs)

if (!(await buildWeb({ quiet: true }))) throw new Error('The web app could not be built.')
const emailSettings = { SMTP_URL: smtp.url, MAIL_FROM: 'Exempta <mail@exempta.example>' }
const inbound = process.env.INBOUND_ADDRESS ? await receivingEmails() : undefined
const settings = { ...process.env, ...emailSettings, ...inbound?.settings }
const config = readConfig(settings, process.argv.slice(2))
const starting = start(config, print, {
  clock: observedClock(now),
  playsDemoStory: false,
  resolveDns: inbound?.resolveDns,
})
onShutdown(() => starting.then((running) => running.stop()).then(() => smtp.shut()), print)
await starting

process.on('message', async (question: JourneyQuestion) => process.send?.(await answer(question)))

async function answer(question: JourneyQuestion): Promise<JourneyAnswer> {
  if ('arriving' in question) {
    await inbound?.send(question.arriving)
    return { arrived: true }
  }
  if ('emailsTo' in question) {
    const mine = smtp.received.filter(({ to }) => to.some((line) => line.includes(`<${question.emailsTo}>`)))
    return { emails: mine.map(({ source }) => source) }
  }
  offsetMs += question.advanceMs
  return { now: now().getTime() }
}

/** Loaded only where it's needed: it makes a key for its domains. */
async function receivingEmails() {
  const { resolveTestDns, sendTo } = await import('./senders.ts')
  const port = await findFreePort('127.0.0.1')
  return {
    settings: { INBOUND_SMTP_PORT: String(port), INBOUND_SMTP_HOST: '127.0.0.1' },
    resolveDns: resolveTestDns,
    send: (email: SendMailOptions) => sendTo(port, email),
  }
}
