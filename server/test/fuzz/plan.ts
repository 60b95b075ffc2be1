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
  /** A route by its name, or `wait`. */
  route: string
  picks: number[]
  cookies: CookieUse
  times: number
  /** Types the honest visitor's address, whatever the picks say. */
  isAboutHonest: boolean
  body: OddBody | null
  headers: Record<string, string> | null
}

const picks = fc.array(fc.nat(99), { minLength: 8, maxLength: 8 })
/** Every choice is the first one, as people make it. */
const usual = {
  picks: Array<number>(8).fill(0),
  cookies: 'jar' as CookieUse,
  times: 1,
  isAboutHonest: false,
  body: null,
  headers: null,
}

const sometimes = <T>(arbitrary: fc.Arbitrary<T>, percent: number): fc.Arbitrary<T | null> =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 100 - percent }, { arbitrary, weight: percent })

const anyStep: fc.Arbitrary<Step> = fc.record({
  route: fc.oneof(
    { arbitrary: fc.constantFrom(...Object.keys(moves), 'wait'), weight: 5 },
    { arbitrary: fc.constantFrom(...readsForOthers), weight: 1 },
  ),
  picks,
  cookies: fc.constantFrom<CookieUse>('jar', 'jar', 'none', 'replayed'),
  times: fc.constant(1),
  isAboutHonest: fc.constant(false),
  body: sometimes(oddBody, 40),
  headers: sometimes(oddHeaders, 30),
})

const change = fc.record({
  picks: sometimes(picks, 15),
  range: sometimes(fc.constantFrom(...ranges), 30),
})
/** The steps of a page in their order, with a few changes. */
const usualWay: fc.Arbitrary<Step[]> = fc
  .tuple(fc.constantFrom(...Object.values(usualWays)), fc.array(change, { minLength: 10, maxLength: 10 }))
  .map(([way, changes]) =>
    way.map((route, at): Step => {
      const { picks: chosen = null, range = null } = changes[at] ?? {}
      return {
        ...usual,
        route,
        ...(chosen && { picks: chosen }),
        ...(range !== null && route.startsWith('GET') && { headers: { range } }),
      }
    }),
  )

const flood: fc.Arbitrary<Step[]> = fc
  .record({
    ways: fc.constantFrom(...floods),
    picks: fc.oneof(fc.constant(usual.picks), picks),
    cookies: fc.constantFrom<CookieUse>('none', 'jar'),
    isAboutHonest: fc.boolean(),
  })
  .map(({ ways: { before = [], routes: repeated, times }, ...step }) => [
    ...before.map((route) => ({ ...usual, route })),
    ...Array.from({ length: times }, () => repeated.map((route) => ({ ...usual, ...step, route }))).flat(),
  ])

const steps = fc
  .array(
    fc.oneof(
      { arbitrary: fc.array(anyStep, { minLength: 1, maxLength: 6 }), weight: 4 },
      { arbitrary: usualWay, weight: 4 },
      { arbitrary: flood, weight: 1 },
    ),
    // Making the links of a round takes as many calls as a few of these.
    { minLength: 2, maxLength: 8, size: 'max' },
  )
  .map((some) => some.flat())

/** Who of the two goes next, or both at the same time. */
const turns = fc.array(fc.constantFrom('a', 'b', 'both'), { minLength: 1, maxLength: 50, size: 'max' })

export const anyPlan = fc.record({ a: steps, b: steps, turns })
export type Plan = typeof anyPlan extends fc.Arbitrary<infer T> ? T : never
