/** Mixed abuse beside honest use, against one running server, and what it did to both. */
import { setTimeout as delay } from 'node:timers/promises'
import { type AbuseCase, type Attacker, abuseCases, type GuestLinks } from './abuse-cases.ts'
import { guestCases } from './guest-cases.ts'
import {
  type Browser,
  type honestRounds,
  liveHonestly,
  noFigures,
  type Person,
  type Visitor,
} from './honest-users.ts'
import { callFrom } from './raw-connection.ts'

const megabyte = 1024 * 1024
const usualPauseMs = 500
const samplesTaken = 100
// Before an idle session ends: what attackers send does not always count as use.
const attackersLogInEveryMs = 20 * 60_000

export interface SoakScene {
  port: number
  origin: string
  metricsToken: string
  /** Ends the soak early, as the end of the server does. */
  stopped: AbortSignal
  attackers: { browser: Pick<Browser, 'cookie' | 'logIn'>; viewUrl: string }[]
  honest: (Pick<Person, 'email' | 'password'> & { kind: keyof typeof honestRounds })[]
  businessId: string
  /** What strangers have of the pages that need no account. */
  guest: GuestLinks
  /** What honest visitors have of them, and how they read their mailbox. */
  visitor: Visitor
  /** Lets the auditor among the attackers in again. */
  enterAudit(): Promise<void>
}

interface Sample {
  residentMb: number
  heapMb: number
  openFiles: number
}

export interface SoakFigures {
  honest: {
    calls: number
    failures: string[]
    retried: number
    waitedMs: number
    p50Ms: number
    p95Ms: number
  }
  /** How often each case was tried, and how it was answered. */
  abuse: Record<string, { tries: number; statuses: Record<string, number> }>
  /** Answers of 500 with who got them: all of these are faults. */
  serverErrors: string[]
  /** Cases that did not do what they were meant to do, such as a call without an answer. */
  mistakes: string[]
  /** Medians of a quarter of the time each: after the warm-up, and at the end. */
  memory: { afterWarmUp: Sample; atEnd: Sample }
}

export async function runSoak(scene: SoakScene, minutes: number): Promise<SoakFigures> {
  const end = AbortSignal.any([scene.stopped, AbortSignal.timeout(minutes * 60_000)])
  const abuse: SoakFigures['abuse'] = {}
  const serverErrors: string[] = []
  const mistakes: string[] = []
  const countAnswer = (name: string) => (status: number) => {
    if (status === 500) serverErrors.push(name)
    const statuses = abuse[name]?.statuses
    if (statuses) statuses[status] = (statuses[status] ?? 0) + 1
  }
  const attackUntilEnd = async (
    name: string,
    { attack, pauseMs = usualPauseMs }: AbuseCase,
    attacker: Attacker,
  ) => {
    while (!end.aborted) {
      if (abuse[name]) abuse[name].tries += 1
      try {
        await attack(attacker)
        await delay(pauseMs, undefined, { signal: end })
      } catch (error) {
        // What is under way at the end is cut off.
        if (!end.aborted) mistakes.push(`${name}: ${error}`)
      }
    }
  }
  let sources = 0
  const attacks = Object.entries({ ...abuseCases, ...guestCases }).flatMap(([name, abuseCase], at) => {
    abuse[name] = { tries: 0, statuses: {} }
    const { browser, viewUrl } = scene.attackers[
      at % scene.attackers.length
    ] as SoakScene['attackers'][number]
    return Array.from({ length: abuseCase.parallel ?? 1 }, () => {
      sources += 1
      const source = `127.0.1.${sources}`
      return attackUntilEnd(name, abuseCase, {
        ...scene,
        viewUrl,
        source,
        signal: end,
        onStatus: countAnswer(name),
        get cookie() {
          return browser.cookie
        },
      })
    })
  })
  const figures = noFigures()
  const honest = scene.honest.map(({ kind, ...person }, at) => {
    const source = `127.0.2.${at + 1}`
    const browser = { ...scene, ...person, source, signal: end, onStatus: countAnswer(`honest ${kind}`) }
    return liveHonestly(browser, kind, scene, figures)
  })
  const [samples] = await Promise.all([
    sampleUntil(end, scene, (minutes * 60_000) / samplesTaken, mistakes),
    ...attacks,
    ...honest,
    ...scene.attackers.map(({ browser }) => repeat(() => browser.logIn(), end, mistakes)),
    repeat(scene.enterAudit, end, mistakes),
  ])
  const { tookMs, ...counts } = figures
  const sorted = tookMs.toSorted((a, b) => a - b)
  return {
    honest: { ...counts, p50Ms: rankOf(sorted, 0.5), p95Ms: rankOf(sorted, 0.95) },
    abuse,
    serverErrors,
    mistakes,
    memory: {
      afterWarmUp: medianOf(samples.slice(samples.length / 4, samples.length / 2)),
      atEnd: medianOf(samples.slice((samples.length * 3) / 4)),
    },
  }
}

async function repeat(logIn: () => Promise<void>, end: AbortSignal, mistakes: string[]): Promise<void> {
  while (!end.aborted) {
    await delay(attackersLogInEveryMs, undefined, { signal: end }).catch(() => {})
    if (end.aborted) return
    await logIn().catch((error) => mistakes.push(`logging in: ${error}`))
  }
}

async function sampleUntil(
  end: AbortSignal,
  scene: SoakScene,
  everyMs: number,
  mistakes: string[],
): Promise<Sample[]> {
  const samples: Sample[] = []
  while (!end.aborted) {
    await delay(everyMs, undefined, { signal: end }).catch(() => {})
    if (scene.stopped.aborted) break
    try {
      samples.push(await readSample(scene))
    } catch (error) {
      mistakes.push(`metrics: ${error}`)
    }
  }
  return samples
}

async function readSample({ port, metricsToken, stopped }: SoakScene): Promise<Sample> {
  const operator = { port, source: '127.0.0.1', signal: stopped, onStatus: () => {} }
  const { body } = await callFrom(operator, {
    path: '/metrics',
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const text = String(body)
  const figure = (name: string) => Number(text.match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1])
  return {
    residentMb: Math.round(figure('process_resident_memory_bytes') / megabyte),
    heapMb: Math.round(figure('nodejs_heap_size_used_bytes') / megabyte),
    openFiles: figure('process_open_fds'),
  }
}

const medianOf = (samples: Sample[]): Sample => ({
  residentMb: median(samples.map(({ residentMb }) => residentMb)),
  heapMb: median(samples.map(({ heapMb }) => heapMb)),
  openFiles: median(samples.map(({ openFiles }) => openFiles)),
})

const median = (values: number[]) =>
  rankOf(
    values.toSorted((a, b) => a - b),
    0.5,
  )

const rankOf = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? Number.NaN)
