/** Loaded before every test file: unexpected output fails the test that wrote it. */
import { afterAll, afterEach, expect, vi } from 'vitest'

const faultTimeoutMs = 30 * 60_000
const toleratedWarnings = ['DeprecationWarning', 'ExperimentalWarning']
const noise: string[] = []

for (const level of ['error', 'warn'] as const) {
  const print = console[level]
  console[level] = (...parts: unknown[]) => {
    noise.push(`console.${level}: ${parts.map(String).join(' ')}`)
    print(...parts)
  }
  afterAll(() => {
    console[level] = print
  })
}

const onWarning = (warning: Error) => {
  if (!toleratedWarnings.includes(warning.name)) noise.push(`warning: ${warning.message}`)
}
const onRejection = (reason: unknown) => noise.push(`unhandled rejection: ${String(reason)}`)
process.on('warning', onWarning)
process.on('unhandledRejection', onRejection)
afterAll(() => {
  process.off('warning', onWarning)
  process.off('unhandledRejection', onRejection)
})

function failOnNoise() {
  const collected = noise.splice(0)
  if (collected.length > 0) throw new Error(`Unexpected output:\n${collected.join('\n')}`)
}

afterEach(failOnNoise)
afterAll(failOnNoise)

// Their length follows FAULT_ROUNDS.
if (expect.getState().testPath?.endsWith('.fault.test.ts')) vi.setConfig({ testTimeout: faultTimeoutMs })
