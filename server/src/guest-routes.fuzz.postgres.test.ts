/**
 * Strangers who call every route that anyone may call, in any order and with anything in it, from two browsers at once:
 * what must always be true is checked after every call (server/test/fuzz/play-round.ts). A failure prints its seed and
 * path, and `FUZZ_SEED=… FUZZ_PATH=… npx vitest run --project server-postgres FILE` plays it again. FUZZ_MINUTES says
 * how long to go on with new seeds: an hour in `npm run test:long`; without it, a few rounds that are always the same.
 */
import { routes } from '@exempta/contract/routes'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { moves } from '../test/fuzz/guest-moves.ts'
import { makeGuestWorld } from '../test/fuzz/guest-world.ts'
import { anyPlan } from '../test/fuzz/plan.ts'
import { nameOf, openedBy, playRound, recordedActions } from '../test/fuzz/play-round.ts'

const { FUZZ_MINUTES, FUZZ_SEED, FUZZ_PATH } = process.env
const minutes = Number(FUZZ_MINUTES)
const shortSeed = 48
const shortRounds = 8
/** A new installation after so many rounds, because the clock of a round never goes back. */
const roundsPerWorld = 100
const setUpMs = 15 * 60_000

const forAnyone = routes.filter(({ access }) => access.kind === 'anyone')

it('covers every route that anyone may call, and says what each file route records', () => {
  expect(
    forAnyone.map(nameOf).filter((name) => !moves[name]),
    'add to guest-moves.ts',
  ).toEqual([])
  expect(Object.keys(moves).filter((name) => !forAnyone.some((route) => nameOf(route) === name))).toEqual([])
  const files = forAnyone.filter(recordedActions).map(nameOf)
  expect(
    files.filter((name) => !openedBy[name]),
    'add to openedBy in play-round.ts',
  ).toEqual([])
  expect(files.length).toBeGreaterThan(3)
})

it('gives strangers nothing of others, never fails, records every opening, and keeps no honest visitor out', {
  timeout: minutes * 60_000 + setUpMs,
}, async () => {
  const endsAt = performance.now() + minutes * 60_000
  let calls = 0
  let rounds = 0
  let seed = FUZZ_SEED ? Number(FUZZ_SEED) : minutes > 0 ? Date.now() % 2 ** 31 : shortSeed
  do {
    const world = await makeGuestWorld()
    try {
      const property = fc.asyncProperty(anyPlan, async (plan) => {
        if (minutes > 0 && performance.now() > endsAt) return
        calls += await playRound(world, plan)
        rounds += 1
      })
      await fc.assert(property, {
        seed,
        numRuns: minutes > 0 ? roundsPerWorld : shortRounds,
        // A failure ends the run; played again by its path, it's made as short as possible.
        ...(FUZZ_PATH ? { path: FUZZ_PATH } : { endOnFailure: true }),
      })
    } finally {
      await world.close()
    }
    seed += 1
  } while (performance.now() < endsAt)
  process.stdout.write(`${JSON.stringify({ fuzz: { minutes, seed, rounds, calls } })}\n`)
  expect(calls).toBeGreaterThan(rounds)
})
