/** For which states a certificate can be filled in with the blanks of the library. */
import type { FormReadiness } from '@exempta/contract/knowledge/blank-forms'
import { forms } from '@exempta/knowledge/forms'
import type { Form } from '@exempta/knowledge/schema'
import { states } from '@exempta/knowledge/states'

/** States without a sales tax, and places whose forms we don't know, are left out. */
export function readinessByState(loadedCodes: readonly string[]): FormReadiness[] {
  const loaded = new Set(loadedCodes)
  return [...states.values()]
    .flatMap(({ code, name, kind }) => {
      if (kind !== 'state' && kind !== 'district') return []
      const known = [...forms.values()].filter(
        ({ issuedBy, states }) => issuedBy !== 'federal' && states.includes(code),
      )
      return known.length === 0 ? [] : [{ name, readiness: readinessOf(code, known, loaded) }]
    })
    .sort((one, other) => one.name.localeCompare(other.name))
    .map(({ readiness }) => readiness)
}

function readinessOf(state: string, known: readonly Form[], loaded: ReadonlySet<string>): FormReadiness {
  const filledIn = known.filter(({ issuedBy }) => issuedBy === 'buyer')
  const present = filledIn.filter(({ code }) => loaded.has(code))
  const absent = filledIn.filter(({ code, fingerprint }) => fingerprint !== undefined && !loaded.has(code))
  return {
    state,
    status: statusOf(filledIn, present, absent),
    loaded: present.map(({ name }) => name),
    missing: absent.map(({ name, title, source }) => ({ name, title, publishedAt: source.address })),
  }
}

const isOfStateAlone = ({ states }: Form) => states.length === 1

function statusOf(
  filledIn: readonly Form[],
  present: readonly Form[],
  absent: readonly Form[],
): FormReadiness['status'] {
  const canHaveOwn = absent.some(isOfStateAlone)
  if (present.some(isOfStateAlone) || (present.length > 0 && !canHaveOwn)) return 'ready'
  if (present.length > 0) return 'shared-only'
  if (absent.length > 0) return 'missing'
  return filledIn.length > 0 ? 'not-learned' : 'state-issues'
}
