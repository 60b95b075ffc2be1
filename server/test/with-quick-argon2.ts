/** Loaded before server tests: whoever asks for argon2 in their process gets the quick one. */
import { registerHooks } from 'node:module'

const quick = new URL('./quick-argon2.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== '@node-rs/argon2' || context.parentURL === quick) return next(specifier, context)
    return { url: quick, shortCircuit: true }
  },
})
