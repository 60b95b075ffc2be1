import { claimLabels, listClaims } from '@exempta/contract/knowledge'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { classNames } from '../../../lib/class-names.ts'
import { failureOf, routeQuery } from '../../../lib/query.ts'
import { Card } from '../../../ui/card.tsx'
import { PageSkeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { confidenceWords } from './confidence.ts'

/** How sure the rules are about each claim in each state. A state's name leads to its rules. */
export function ClaimsTable() {
  const query = useQuery(routeQuery(listClaims, {}))
  const failure = failureOf(query)
  if (failure) return <FailedState {...failure} />
  if (!query.data) return <PageSkeleton label="Loading claims" />
  const { claims, states, known, sure, total } = query.data
  return (
    <Card title="Who is exempt, state by state">
      <p className="mb-4">
        Of {total} cells, {known} have a rule and {sure} have a high-confidence rule. Where there’s none,
        answers say what to check.
      </p>
      <section
        aria-label="Claims by state"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls has to be reachable with the keyboard.
        tabIndex={0}
        className="max-h-[70vh] overflow-auto rounded-card border border-line"
      >
        <table className="w-max border-separate border-spacing-0 text-sm">
          <thead>
            <tr>
              <th
                scope="col"
                className="sticky top-0 left-0 z-20 border-r border-b border-line bg-surface px-3 py-2 text-left"
              >
                State
              </th>
              {claims.map((claim) => (
                <th
                  key={claim}
                  scope="col"
                  className="sticky top-0 z-10 w-28 border-b border-line bg-surface px-3 py-2 text-left align-bottom font-medium"
                >
                  {claimLabels[claim]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {states.map(({ code, name, cells }) => (
              <tr key={code}>
                <th
                  scope="row"
                  className="sticky left-0 z-10 border-r border-b border-line bg-surface px-3 py-1.5 text-left font-medium"
                >
                  <Link
                    to={`?state=${code}&topic=claim`}
                    className="rounded-sm underline-offset-2 hover:underline"
                  >
                    {name}
                  </Link>
                </th>
                {claims.map((claim, at) => {
                  const cell = cells[at] ?? null
                  return (
                    <td
                      key={claim}
                      className={classNames(
                        'border-b border-line px-3 py-1.5',
                        cell === 'high' ? 'font-medium' : 'text-ink-muted',
                      )}
                    >
                      {cell ? confidenceWords[cell] : 'No rule'}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}
