import { BookOpen, ChevronDown, CircleQuestionMark, LifeBuoy } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useIsHydrated } from '../../lib/hooks.ts'
import { Article, PublicPage } from '../../shared/public-page.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { TextLink } from '../../ui/text.tsx'
import { type SearchEntry, searchEntries, wordsOf } from './help-search.ts'

/** The text with every one of the words marked. */
function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  if (pattern === '') return text
  const pieces = text.split(new RegExp(`(${pattern})`, 'gi'))
  return pieces.map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
      <mark key={index} className="rounded-sm bg-warning-soft text-warning-ink">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}

const indexAddress = '/help/search.json'

/** Fetches the search index with the first search. */
function SearchResults({ query }: { query: string }) {
  const [entries, setEntries] = useState<SearchEntry[] | 'failed'>()
  useEffect(() => {
    const leaving = new AbortController()
    fetch(indexAddress, { signal: leaving.signal })
      .then(async (response) => setEntries(response.ok ? await response.json() : 'failed'))
      .catch(() => !leaving.signal.aborted && setEntries('failed'))
    return () => leaving.abort()
  }, [])

  if (entries === undefined) return <Spinner label="Searching…" />
  if (entries === 'failed')
    return <p role="alert">We couldn’t load the search. Check your connection and try again.</p>
  const found = searchEntries(entries, query)
  const words = wordsOf(query)
  return (
    <div className="grid gap-4">
      <p role="status" className="text-sm text-ink-muted">
        {found.length === 1 ? '1 result' : `${found.length} results`} for “{query.trim()}”
      </p>
      {found.length === 0 && (
        <p>
          Try different words, browse the questions below, or <TextLink to="/contact">contact us</TextLink>.
        </p>
      )}
      <ul className="grid gap-3">
        {found.map(({ kind, title, href, excerpt }) => (
          <li
            key={href}
            className="relative grid gap-1.5 rounded-card border border-line bg-surface p-5 hover:border-line-strong"
          >
            <span>
              <Badge tone="accent">{kind}</Badge>
            </span>
            <h3 className="font-semibold">
              <Link to={href} className="rounded-sm after:absolute after:inset-0 hover:underline">
                <Highlighted text={title} words={words} />
              </Link>
            </h3>
            <p className="text-sm leading-relaxed text-ink-muted">
              <Highlighted text={excerpt} words={words} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

const cards = [
  {
    to: '/tutorials',
    Icon: BookOpen,
    title: 'Documentation',
    text: 'Videos and step-by-step guides.',
  },
  { to: '#faqs', Icon: CircleQuestionMark, title: 'FAQs', text: 'Short answers to common questions.' },
  {
    to: '/contact',
    Icon: LifeBuoy,
    title: 'Contact Support',
    text: 'Send us a message or start a live chat.',
  },
]

function HelpCards() {
  return (
    <ul className="grid gap-5 md:grid-cols-3">
      {cards.map(({ to, Icon, title, text }) => (
        <li
          key={to}
          className="relative grid content-start gap-2 rounded-card border border-line bg-surface p-6 hover:border-line-strong"
        >
          <span className="inline-flex size-11 items-center justify-center rounded-card bg-accent-soft text-accent-ink">
            <Icon aria-hidden className="size-5.5" />
          </span>
          <h2 className="mt-1 text-lg font-semibold">
            <Link to={to} className="rounded-sm after:absolute after:inset-0 hover:underline">
              {title}
            </Link>
          </h2>
          <p className="text-ink-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}

export interface Faq {
  slug: string
  question: string
  html: string
}

/** Folded on phones until it is tapped; open where there is room, and when a link leads to it. */
function FaqCard({ slug, question, html }: Faq) {
  const { hash } = useLocation()
  const isWide = useSyncExternalStore(onWidthChange, isWideNow, () => true)
  return (
    <li
      id={slug}
      className="scroll-mt-24 rounded-card border border-line bg-surface target:border-accent sm:p-6"
    >
      <details open={isWide || hash === `#${slug}`} className="group">
        <summary className="flex cursor-pointer list-none items-center justify-between gap-3 p-4 sm:pointer-events-none sm:p-0 [&::-webkit-details-marker]:hidden">
          <h3 className="text-lg font-semibold max-sm:text-base">{question}</h3>
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-ink-muted group-open:rotate-180 sm:hidden"
          />
        </summary>
        <Article html={html} className="mt-2 text-ink-muted max-sm:px-4 max-sm:pb-4" />
      </details>
    </li>
  )
}

const wide = '(min-width: 40rem)'
const isWideNow = () => window.matchMedia(wide).matches
function onWidthChange(listener: () => void): () => void {
  const query = window.matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The search is in the address, so that results can be shared and Back returns to them. */
export function HelpCenter({ faqs, intro }: { faqs: readonly Faq[]; intro: string }) {
  const [params, setParams] = useSearchParams()
  // The page was written without a question: it is answered once scripts run.
  const query = (useIsHydrated() && params.get('q')) || ''
  const search = (text: string) =>
    setParams(text.trim() === '' ? {} : { q: text.trim() }, { replace: true, preventScrollReset: true })
  return (
    <PublicPage
      title="Help Center"
      intro={
        <>
          <p>{intro}</p>
          <search className="needs-scripts mt-5 block max-w-xl">
            <SearchInput label="Search for help" value={query} onSearch={search} />
          </search>
        </>
      }
    >
      {query !== '' && (
        <section aria-labelledby="results">
          <h2 id="results" className="mb-3 text-2xl font-semibold tracking-tight">
            Search results
          </h2>
          <SearchResults query={query} />
        </section>
      )}
      <HelpCards />
      <section aria-labelledby="faqs" className="grid gap-5">
        <h2 id="faqs" className="scroll-mt-24 text-2xl font-semibold tracking-tight">
          Frequently asked questions
        </h2>
        <ul className="grid gap-3 sm:gap-4 lg:grid-cols-2">
          {faqs.map((faq) => (
            <FaqCard key={faq.slug} {...faq} />
          ))}
        </ul>
      </section>
    </PublicPage>
  )
}
