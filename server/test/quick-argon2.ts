/**
 * Replaces argon2 in server tests, which create thousands of accounts, by the same algorithm at its lowest cost.
 * Parameters below the OWASP recommendation are refused, so every test that creates an account checks them.
 */
import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'

const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2
const recommended = { memoryCost: 19_456, timeCost: 2 }
const lowest = { memoryCost: 8, timeCost: 1 }

function quick(options: Argon2.Options = {}): Argon2.Options {
  const { memoryCost = 0, timeCost = 0 } = options
  if (memoryCost < recommended.memoryCost || timeCost < recommended.timeCost) {
    throw new Error(`argon2 costs ${memoryCost} KiB and ${timeCost} passes, which is too little.`)
  }
  return { ...options, ...lowest }
}

export const hash: typeof Argon2.hash = (password, options, signal) =>
  real.hash(password, quick(options ?? {}), signal)

export const hashRaw: typeof Argon2.hashRaw = (password, options, signal) =>
  real.hashRaw(password, quick(options ?? {}), signal)

export const { verify } = real
