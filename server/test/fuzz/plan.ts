/** What two strangers do in a round, as plain data: a seed makes the same plan again, and a failing one gets shorter. */
import { routes } from '@exempta/contract/routes'
import fc from 'fast-check'
import type { CookieUse } from './guest-browser.ts'
import { floods, moves, usualWays } from './guest-moves.ts'
import { type OddBody, oddBody, oddHeaders, ranges } from './odd-values.ts'

/** Routes for others: a stranger may try to read there, too. */
const readsForOthers = routes
  .filter(({ access, method }) => access.kind !== 'anyone' && method === 'GET')
  .map(({ method, path }) => `${method} ${path}`)

export interface Step {
  route: string
  picks: number[]
  cookies: CookieUse
  times: number
  body: OddBody | null
  headers: Record<string, string> | null
}

const picks = fc.array(fc.nat(99), { minLength: 8, maxLength: 8 })
/** As people do it: every choice is the first one, which is their own. */
const usualPicks = Array<number>(8).fill(0)
const plain = { cookies: 'jar' as const, times: 1, body: null, headers: null }

const anyStep: fc.Arbitrary<Step> = fc.record({
  route: fc.constantFrom(...Object.keys(moves), ...readsForOthers, 'wait'),
  picks,
  cookies: fc.constantFrom<CookieUse>('jar', 'jar', 'none', 'replayed'),
  times: fc.constant(1),
  body: fc.option(oddBody, { freq: 3 }),
  headers: fc.option(oddHeaders, { freq: 3 }),
})

const usualWay: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.constantFrom(...Object.values(usualWays)),
    fc.array(fc.option(fc.tuple(picks, fc.constantFrom(undefined, ...ranges)), { freq: 2 }), {
      minLength: 10,
      maxLength: 10,
    }),
  )
  .map(([way, changes]) =>
    way.map((route, at) => {
      const [changed, range] = changes[at] ?? [usualPicks, undefined]
      return { ...plain, route, picks: changed, headers: range === undefined ? null : { range } }
    }),
  )

const flood: fc.Arbitrary<Step[]> = fc
  .tuple(fc.constantFrom(...floods), picks, fc.constantFrom<CookieUse>('none', 'jar'))
  .map(([route, chosen, cookies]) => [{ ...plain, route, picks: chosen, cookies, times: 25 }])

const steps = fc
  .array(
    fc.oneof(
      { arbitrary: fc.array(anyStep, { minLength: 1, maxLength: 6 }), weight: 4 },
      { arbitrary: usualWay, weight: 4 },
      { arbitrary: flood, weight: 1 },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((some) => some.flat())

/** Who of the two goes next, or both at the same time. */
const turns = fc.array(fc.constantFrom('a', 'b', 'both'), { minLength: 1, maxLength: 30 })

export const anyPlan = fc.record({ a: steps, b: steps, turns })
export type Plan = typeof anyPlan extends fc.Arbitrary<infer T> ? T : never
