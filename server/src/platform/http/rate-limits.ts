import { minuteMs } from '@exempta/contract/durations'
import { errorTable } from '@exempta/contract/errors'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../app-error.ts'
import { sourceOf } from '../network-address.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Actions over sockets that have an equivalent route. */
    socketActs: ReturnType<FastifyInstance['createRateLimit']>
    refusedCalls: RefusedCalls
  }
  interface FastifyRequest {
    /** Whether the route's limit has counted this call. A call that is refused earlier counts as refused. */
    isCounted: boolean
  }
}

interface RateLimits {
  ordinaryPerMinute: number
  guessesPerMinute: number
}

/**
 * Calls per source address and minute: for each route one allowance, small where secrets are guessed. Calls by a
 * key count for the key, wherever they come from. What is refused before its route counts it (no session, wrong
 * role, another site, a bad key, no such route) draws from one allowance of its source, over all routes.
 */
export const rateLimits = fp(async (app: FastifyInstance, options: RateLimits) => {
  const refusedCalls = new RefusedCalls(options)
  app.decorate('refusedCalls', refusedCalls)
  app.decorateRequest('isCounted', false)
  // Runs before any lookup. Pages and their files are still served, because half a page is worse than none, and so are
  // health checks, which may come from the same address as everyone else.
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.isSameForAll) refusedCalls.check(request)
  })
  // Registered before the plugin, whose hook reads what this one sets.
  app.addHook('onRoute', (route) => {
    const throttle = route.config?.throttle
    if (!throttle) return
    route.config = {
      ...route.config,
      rateLimit: {
        max: throttle === 'guess' ? options.guessesPerMinute : options.ordinaryPerMinute,
        timeWindow: minuteMs,
        groupId: throttle,
        keyGenerator: (request) => {
          request.isCounted = true
          return callerOf(request)
        },
      },
    }
  })
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(ttl),
  })
  const perSource = { max: options.ordinaryPerMinute, timeWindow: minuteMs, keyGenerator: callerOf }
  app.decorate('socketActs', app.createRateLimit(perSource))
})

/**
 * Refused calls of each source. Beyond the ordinary allowance everything from there is refused unseen. Tries of
 * secrets have a small allowance besides; beyond it further tries are not answered, while what is genuine still
 * opens: people behind one address do not suffer from a neighbor's old link or key.
 */
class RefusedCalls {
  readonly #all: Allowance
  readonly #guesses: Allowance

  constructor({ ordinaryPerMinute, guessesPerMinute }: RateLimits) {
    this.#all = new Allowance(ordinaryPerMinute)
    this.#guesses = new Allowance(guessesPerMinute)
  }

  /** Throws while the source has used up its allowance. */
  check({ ip }: FastifyRequest): void {
    const waitMs = this.#all.waitMs(sourceOf(ip))
    if (waitMs !== undefined) throw tooManyRequests(waitMs)
  }

  /** Counts a refusal. Returns the error to answer with: `error`, or too many requests. */
  count(request: FastifyRequest, error: AppError, isGuess = isFailedGuess(request, error)): AppError {
    const { status } = errorTable[error.code]
    if (status >= 500 || status === 429) return error
    const source = sourceOf(request.ip)
    if (!request.isCounted) this.#all.use(source)
    if (isGuess) this.#guesses.use(source)
    const waitMs = this.#all.waitMs(source) ?? (isGuess ? this.#guesses.waitMs(source) : undefined)
    return waitMs === undefined ? error : tooManyRequests(waitMs)
  }
}

/** Whether the call itself contains the secret: an API key, the operator's token, or a link. */
function isFailedGuess({ routeOptions }: FastifyRequest, { code }: AppError): boolean {
  const { access, throttle } = routeOptions.config
  if (access?.kind === 'api-key') return code === 'key-invalid'
  if (access?.kind === 'operator') return code === 'not-found'
  return throttle === 'link' && (code === 'not-allowed' || code === 'gone')
}

const sourcesKept = 10_000

/** Counts by source, within a minute that begins with its first count. */
class Allowance {
  readonly #used = new Map<string, { times: number; endsMs: number }>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  use(source: string): void {
    const nowMs = performance.now()
    const used = this.#used.get(source)
    if (used && used.endsMs > nowMs) {
      used.times += 1
      return
    }
    this.#used.delete(source)
    this.#used.set(source, { times: 1, endsMs: nowMs + minuteMs })
    // The first is the oldest: without a limit a flood from many addresses would fill the memory.
    const [oldest] = this.#used.keys()
    if (this.#used.size > sourcesKept && oldest !== undefined) this.#used.delete(oldest)
  }

  /** How long a source that has used up its allowance has to wait. */
  waitMs(source: string): number | undefined {
    const used = this.#used.get(source)
    const waitMs = (used?.endsMs ?? 0) - performance.now()
    return used && used.times > this.#max && waitMs > 0 ? waitMs : undefined
  }
}

const tooManyRequests = (waitMs: number) =>
  new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) })

/** The guard has run by now: a key is known. */
const callerOf = ({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>): string =>
  caller?.actor.kind === 'key' ? caller.actor.id : sourceOf(ip)
