import { claimLabels, type listClaims as contract, ruleConfidences } from '@exempta/contract/knowledge'
import type { RouteOutput } from '@exempta/contract/route'
import type { RuleAbout } from '@exempta/knowledge/schema'
import type { Claim } from '@exempta/knowledge/terms'
import { rulesInForce } from '../../platform/rules/loaded-rules.ts'

const claims = Object.keys(claimLabels) as Claim[]

/** What is known about each claim in each state, and how well. Territories have no rules about claims yet. */
export function listClaims(): RouteOutput<typeof contract> {
  const { states, rules } = rulesInForce()
  const about = rules.filter((rule): rule is RuleAbout<'claim'> => rule.about === 'claim')
  const rows = [...states.values()]
    .filter(({ kind }) => kind === 'state' || kind === 'district')
    .sort((one, other) => one.name.localeCompare(other.name))
    .map(({ code, name }) => {
      const ofState = about.filter((rule) => rule.states?.includes(code))
      return {
        code,
        name,
        cells: claims.map((claim) => bestOf(ofState.filter((rule) => rule.claim === claim))),
      }
    })
  const cells = rows.flatMap((row) => row.cells)
  return {
    claims,
    states: rows,
    known: cells.filter((cell) => cell !== null).length,
    sure: cells.filter((cell) => cell === 'high').length,
    total: cells.length,
  }
}

const bestOf = (found: readonly RuleAbout<'claim'>[]) =>
  ruleConfidences.find((wanted) => found.some(({ confidence }) => confidence === wanted)) ?? null
