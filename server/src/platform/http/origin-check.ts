import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../app-error.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Browsers send cookies automatically, so every request that changes something or opens a socket must come from one
 * of our pages. Routes for API keys and for other servers ignore cookies, and programs do not come from a page.
 */
export const originCheck = fp(
  async (app: FastifyInstance, options: { allowedOrigins: ReadonlySet<string> }) => {
    app.addHook('onRequest', (request, _reply, done) => {
      if (safeMethods.has(request.method) && !request.headers.upgrade) return done()
      const { access, isFromProgram } = request.routeOptions.config
      if (access?.kind === 'api-key' || isFromProgram) return done()
      const { origin } = request.headers
      done(origin && options.allowedOrigins.has(origin) ? undefined : new AppError('foreign-origin'))
    })
  },
)

/** The configured public address; without one, the names this machine has for itself. */
export function originsOf(publicUrl: string | undefined, port: number): ReadonlySet<string> {
  if (publicUrl) return new Set([new URL(publicUrl).origin])
  return new Set(['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`))
}
