import { isIPv6 } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../app-error.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** How many keys that do not exist a source has tried. */
    keyGuesses: ReturnType<FastifyInstance['createRateLimit']>
    /** What a source does over sockets that a route would also do. */
    socketActs: ReturnType<FastifyInstance['createRateLimit']>
  }
}

/**
 * Calls per source address and minute: one allowance for ordinary calls, a small one for guesses at secrets.
 * Calls by a key count for the key, wherever they come from.
 */
export const rateLimits = fp(
  async (app: FastifyInstance, options: { ordinaryPerMinute: number; guessesPerMinute: number }) => {
    // Before the plugin, whose own hook reads what this one sets.
    app.addHook('onRoute', (route) => {
      const throttle = route.config?.throttle
      if (!throttle) return
      route.config = {
        ...route.config,
        rateLimit: {
          max: throttle === 'guess' ? options.guessesPerMinute : options.ordinaryPerMinute,
          timeWindow: 60_000,
          groupId: throttle,
          keyGenerator: callerOf,
        },
      }
    })
    await app.register(rateLimit, {
      global: false,
      errorResponseBuilder: (_request, { ttl }) =>
        new AppError('too-many-requests', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
    })
    const perSource = { max: options.ordinaryPerMinute, timeWindow: 60_000, keyGenerator: callerOf }
    app.decorate('keyGuesses', app.createRateLimit(perSource))
    app.decorate('socketActs', app.createRateLimit(perSource))
  },
)

/** The guard has run by now: a key is known. */
const callerOf = ({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>): string =>
  caller?.actor.kind === 'key' ? caller.actor.id : sourceOf(ip)

/** One household or server owns a whole IPv6 /64, so that is what counts as one source. */
export function sourceOf(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head ? head.split(':') : []
  if (tail !== undefined) {
    const rest = tail ? tail.split(':') : []
    while (groups.length + rest.length < 8) groups.push('0')
    groups.push(...rest)
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
