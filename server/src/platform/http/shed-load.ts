import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** Refuses calls while the process lags behind by `delayMaxMs` turn after turn, so that it can catch up; 0 never does. */
export const shedLoad = fp(async (app: FastifyInstance, { delayMaxMs }: { delayMaxMs: number }) => {
  await app.register(underPressure, {
    maxEventLoopDelay: delayMaxMs,
    // Two of the slowest turns have to fit: a sample with less than two has no delay, which counts as the longest. A
    // start on a busy machine, which sets up all routes in one turn, would then be answered with 503.
    sampleInterval: 2 * delayMaxMs,
    retryAfter: 5,
  })
})
