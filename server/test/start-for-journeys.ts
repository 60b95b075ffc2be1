/**
 * Starts the product like `npm start`, for browser journeys. Its clock can be moved and its emails are collected. The
 * parent process sends requests over the IPC channel.
 */

import { buildWeb } from '../../scripts/operators/build-web.ts'
import { readConfig } from '../src/config.ts'
import { observedClock } from '../src/platform/clock.ts'
import { onShutdown } from '../src/shutdown.ts'
import { start } from '../src/start.ts'
import { startSmtpServer } from './smtp-server.ts'

/** What a journey asks, and is answered. */
export type JourneyQuestion = { advanceMs: number } | { emailsTo: string }
export type JourneyAnswer = { now: number } | { emails: string[] }

const print = (line: string) => process.stdout.write(`${line}\n`)
const smtp = await startSmtpServer()
let offsetMs = 0
const now = () => new Date(Date.now() + offsetMs)

if (!(await buildWeb({ quiet: true }))) throw new Error('The web app could not be built.')
const emailSettings = { SMTP_URL: smtp.url, MAIL_FROM: 'Exempta <mail@exempta.example>' }
const config = readConfig({ ...process.env, ...emailSettings }, process.argv.slice(2))
const starting = start(config, print, { clock: observedClock(now), playsDemoStory: false })
onShutdown(() => starting.then((running) => running.stop()).then(() => smtp.shut()), print)
await starting

process.on('message', (question: JourneyQuestion) => process.send?.(answer(question)))

function answer(question: JourneyQuestion): JourneyAnswer {
  if ('emailsTo' in question) {
    const mine = smtp.received.filter(({ to }) => to.some((line) => line.includes(`<${question.emailsTo}>`)))
    return { emails: mine.map(({ source }) => source) }
  }
  offsetMs += question.advanceMs
  return { now: now().getTime() }
}
