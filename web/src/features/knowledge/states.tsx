import { Link } from 'react-router'
import { PublicPage } from '../../shared/public-page.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { TextLink } from '../../ui/text.tsx'
import { noAdvice, type Statement, type StatePage, type StatePart, type StateSummary } from './state-page.ts'

/** All states, each with one line. */
export function States({ states, intro }: { states: readonly StateSummary[]; intro: string }) {
  return (
    <PublicPage title="Rules by state" intro={intro}>
      <StateCards title="States" states={states.filter(({ isTerritory }) => !isTerritory)} />
      <StateCards title="Territories" states={states.filter(({ isTerritory }) => isTerritory)} />
      <NoAdvice />
    </PublicPage>
  )
}

const StateCards = ({ title, states }: { title: string; states: readonly StateSummary[] }) => (
  <section className="grid gap-4">
    <h2 className="text-2xl font-semibold tracking-tight">{title}</h2>
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {states.map(({ slug, name, lasts }) => (
        <li
          key={slug}
          className="relative grid content-start gap-2 rounded-card border border-line bg-surface p-5 hover:border-line-strong"
        >
          <h3 className="text-lg font-semibold">
            <Link to={`/states/${slug}`} className="rounded-sm after:absolute after:inset-0 hover:underline">
              {name}
            </Link>
          </h3>
          <p className="text-sm leading-relaxed text-ink-muted">
            {lasts ?? 'Rules for federal government cards.'}
          </p>
        </li>
      ))}
    </ul>
  </section>
)

/** What one state accepts, how long it lasts, and where we read it. */
export function StateRules({ page }: { page: StatePage }) {
  return (
    <PublicPage
      width="text"
      title={page.name}
      above={<Breadcrumb crumbs={[{ label: 'Rules by state', to: '/states' }, { label: page.name }]} />}
      intro="What it accepts from tax-exempt buyers, how long a certificate lasts, and our sources."
    >
      {page.parts.map((part) => (
        <Part key={part.id} part={part} />
      ))}
      {page.lookUpAt && (
        <p>
          Look up numbers at <span className="font-medium [overflow-wrap:anywhere]">{page.lookUpAt}</span>.
        </p>
      )}
      <NoAdvice />
      <p>
        <TextLink to="/states">All states</TextLink>
      </p>
    </PublicPage>
  )
}

const Part = ({ part: { id, title, statements } }: { part: StatePart }) => (
  <section aria-labelledby={id} className="grid gap-4">
    <h2 id={id} className="text-2xl font-semibold tracking-tight">
      {title}
    </h2>
    <ul className="grid gap-4">
      {statements.map((statement) => (
        <Line key={statement.id} statement={statement} />
      ))}
    </ul>
  </section>
)

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

const Line = ({
  statement: { id, text, isSure, isRead, source, quote, seenOn, from, until },
}: {
  statement: Statement
}) => (
  <li
    id={id}
    className="scroll-mt-24 target:border-accent grid gap-2 rounded-card border border-line bg-surface p-5"
  >
    <p className="leading-relaxed">{text}</p>
    {(from || until) && (
      <p className="text-sm text-ink-muted">
        {from && `Applies from ${inWords.format(new Date(from))}`}
        {from && until && ' '}
        {until && `${from ? 'until' : 'Applied until'} ${inWords.format(new Date(until))}`}
      </p>
    )}
    {quote && (
      <blockquote className="border-l-2 border-line-strong pl-3 text-sm leading-relaxed text-ink-muted">
        “{quote}”
      </blockquote>
    )}
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      <span className="[overflow-wrap:anywhere]">{source}</span>
      <span>
        {isRead ? 'Checked on' : 'Reported by others. We haven’t read the source. Noted on'}{' '}
        <time dateTime={seenOn}>{inWords.format(new Date(seenOn))}</time>
      </span>
      {!isSure && <Badge tone="warning">Check the document</Badge>}
    </p>
  </li>
)

const NoAdvice = () => <p className="text-sm text-ink-muted">{noAdvice}</p>
