/** Plays one round of calls by two strangers, and holds every answer against what must always be true. */
import { setTimeout as delay } from 'node:timers/promises'
import { hourMs, minuteMs, secondMs } from '@exempta/contract/durations'
import type { RequestPage } from '@exempta/contract/requests/answers'
import type { Route } from '@exempta/contract/route'
import { routes } from '@exempta/contract/routes'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { vi } from 'vitest'
import type { TestApp } from '../app.ts'
import type { CookieUse, GuestBrowser } from './guest-browser.ts'
import { Choices, moves } from './guest-moves.ts'
import type { GuestWorld, Known, Round } from './guest-world.ts'
import { visitHonestly } from './honest-visit.ts'
import { changeBody } from './odd-values.ts'
import type { Plan, Step } from './plan.ts'

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`
const byName = new Map(routes.map((route) => [nameOf(route), route]))

/** Returns how many calls were made. */
export async function playRound(world: GuestWorld, plan: Plan): Promise<number> {
  const round = await world.newRound()
  const play = new Play(world.test, round)
  const left = { a: [...plan.a], b: [...plan.b] }
  const next = async (part: 'a' | 'b') => {
    const step = left[part].shift()
    if (step) await play.step(round.browsers[part], step)
  }
  try {
    for (const turn of plan.turns) await Promise.all(turn === 'both' ? [next('a'), next('b')] : [next(turn)])
    while (left.a.length > 0) await next('a')
    while (left.b.length > 0) await next('b')
    await visitHonestly(play, round)
  } finally {
    await world.endRound(round)
  }
  return play.calls
}

const retriesMax = 3
const waits = [minuteMs, secondMs, 11 * minuteMs, hourMs]

class Play {
  readonly #test: TestApp
  readonly #known: Known
  readonly #honestEmail: string
  readonly #usedCodes = new Set<string>()
  readonly #endedCookies = new Set<string>()
  calls = 0

  constructor(test: TestApp, { known, browsers }: Round) {
    this.#test = test
    this.#known = known
    this.#honestEmail = browsers.honest.owner.email
  }

  wait(ms: number): void {
    this.#test.clock.advance(ms)
  }

  async step(browser: GuestBrowser, step: Step): Promise<LightMyRequestResponse | undefined> {
    const choices = new Choices(this.#known, browser, {
      picks: step.picks,
      typedEmail: step.isAboutHonest ? this.#honestEmail : undefined,
    })
    if (step.route === 'wait') {
      this.wait(choices.of(waits))
      return undefined
    }
    let last: LightMyRequestResponse | undefined
    for (let time = 0; time < step.times; time++) {
      const request = await requestOf(step, choices)
      last = await this.call(browser, step.route, request, { use: step.cookies, pick: choices.number() })
    }
    return last
  }

  async call(
    browser: GuestBrowser,
    route: string,
    { params, ...request }: Call,
    cookies: { use: CookieUse; pick: number } = { use: 'jar', pick: 0 },
  ): Promise<LightMyRequestResponse> {
    this.calls += 1
    let { answer, sent } = await browser.call(request, cookies.use, cookies.pick)
    // A busy machine may ask to try again in a moment; a server that keeps saying so has failed.
    for (let time = 1; answer.statusCode === 503 && time <= retriesMax; time++) {
      await delay(Number(answer.headers['retry-after']) * secondMs)
      ;({ answer, sent } = await browser.call(request, cookies.use, cookies.pick))
    }
    const where = `${browser.owner.name}: ${route} (${request.url.slice(0, 200)}) got ${answer.statusCode}`
    const body = answer.rawPayload.toString('latin1')
    const require = (isTrue: boolean, rule: string) => {
      if (!isTrue)
        throw new Error(
          `${rule}. ${where}\n${JSON.stringify(body.slice(0, 300))}\n${this.#test.logged().slice(-2000)}`,
        )
    }
    require(answer.statusCode < 500, 'No call fails on the server')
    const words = `${body} ${JSON.stringify(answer.headers)}`.matchAll(/canary-([a-z]+\d+)/g)
    const foreign = [...words]
      .map(([, word = '']) => word)
      .filter((word) => !browser.owner.mayRead.includes(word))
    require(foreign.length === 0, `No answer contains what belongs to others (${foreign.join(', ')})`)
    const isGood = answer.statusCode < 300
    if (!isGood) return answer
    const secret = params.link ?? params.grant
    if (secret && request.method === 'GET') {
      require([browser.owner.linkId, browser.owner.grantId].includes(
        secret,
      ), 'A link opens only for who got its code')
      const ended = sent.filter(({ value }) => this.#endedCookies.has(value))
      require(ended.length === 0, 'A cookie that was given back opens nothing')
    }
    if (secret && request.method === 'DELETE') {
      for (const { name, value } of sent) if (name === 'exempta_viewer') this.#endedCookies.add(value)
    }
    if (route.endsWith('/viewers') || route.endsWith('/confirmations')) {
      const used = JSON.stringify([route, params, request.payload])
      require(!this.#usedCodes.has(used), 'A code works once')
      this.#usedCodes.add(used)
    }
    if (route === 'GET /api/r/:token') {
      const { answer: prepared } = answer.json<RequestPage>()
      const isOwn = prepared?.email === null || prepared?.email === browser.owner.email
      require(!prepared || isOwn, 'Only an address whose code came here counts as confirmed')
      require(!prepared?.hasAccount ||
        prepared.email !== null, 'Nothing is said about an address that isn’t confirmed')
    }
    if (request.method === 'GET' && body !== '') await this.#requireOpening(browser, route, params, require)
    await this.#settle(route)
    return answer
  }

  async #requireOpening(
    browser: GuestBrowser,
    route: string,
    params: Record<string, string>,
    require: (isTrue: boolean, rule: string) => void,
  ): Promise<void> {
    const actions = recordedActions(byName.get(route))
    const opened = openedBy[route]
    if (!actions || !opened) return
    const { rows } = await this.#test.database.executeAsOwner(
      `select from audit_entries
       where action = any($1) and target_id = $2 and result = 'done' and at > $3::timestamptz - interval '1 hour'
         and ($4::text is null or details ->> 'certificateId' = $4)`,
      [actions, opened.target(params, browser), this.#test.clock.now(), opened.certificate?.(params) ?? null],
    )
    require(rows.length > 0, 'Every opening of a file is recorded')
  }

  /** An upload is read in the background; the next call finds it read, so that a round can be repeated. */
  async #settle(route: string): Promise<void> {
    if (!/\/(documents|pieces|check)$/.test(route)) return
    await vi.waitFor(
      async () => {
        const { rows } = await this.#test.database.executeAsOwner(
          `select id, status from documents where status not in ('processed', 'failed')`,
        )
        if (rows.length > 0) throw new Error(`Still being read: ${JSON.stringify(rows)}`)
      },
      { timeout: 30_000, interval: 20 },
    )
  }
}

/** The audit actions of a route that sends a file, unless the contract says why it has none. */
export function recordedActions(route: Route | undefined): readonly string[] | undefined {
  const response = route?.response
  if (typeof response !== 'object' || !('kind' in response)) return undefined
  return 'actions' in response.opening ? response.opening.actions : undefined
}

interface Opened {
  target: (params: Record<string, string>, browser: GuestBrowser) => string | undefined
  certificate?: (params: Record<string, string>) => string | undefined
}

/** What the audit log names as opened, for each file that strangers can ask for. */
export const openedBy: Record<string, Opened> = {
  'GET /api/shared/:link/documents/:id/pages/:page': { target: ({ id }) => id },
  'GET /api/shared/:link/documents/:id/file': { target: ({ id }) => id },
  'GET /api/audit/:grant/certificates/:id': { target: ({ grant }) => grant, certificate: ({ id }) => id },
  'GET /api/audit/:grant/file': { target: ({ grant }) => grant },
  'GET /api/view/:token': { target: (_, { owner }) => owner.documentId },
}

type Call = InjectOptions & { url: string; params: Record<string, string> }

async function requestOf(step: Step, choices: Choices): Promise<Call> {
  const route = byName.get(step.route)
  if (!route) throw new Error(`There is no route ${step.route}`)
  const move = moves[step.route] ?? {}
  const params = move.params?.(choices) ?? anyIds(route, choices)
  const query = new URLSearchParams(move.query?.(choices) ?? {}).toString()
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encode(params[name] ?? ''))
  const request = { method: route.method, url: query ? `${path}?${query}` : path, params }
  const { headers } = step
  if (step.body?.kind === 'raw' && route.method !== 'GET') {
    const { text, type } = step.body
    return { ...request, payload: text, headers: { 'content-type': type, ...headers } }
  }
  if (move.form) {
    const form = await move.form(choices)
    return { ...request, payload: form.payload, headers: { ...form.headers, ...headers } }
  }
  if (!move.body) return { ...request, headers: { ...headers } }
  const body = await move.body(choices)
  const payload = JSON.stringify(step.body ? changeBody(body, step.body) : body)
  return { ...request, payload, headers: { 'content-type': 'application/json', ...headers } }
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed()) || '%20'

/** For a route of others: any ID that is known. */
const anyIds = ({ params }: Route, choices: Choices): Record<string, string> => {
  const { documentIds, certificateIds, linkIds, grantIds } = choices.known
  const ids = [...documentIds, ...certificateIds, ...linkIds, ...grantIds]
  return Object.fromEntries(Object.keys(params?.shape ?? {}).map((name) => [name, choices.text(...ids)]))
}
