import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextLink } from '../../ui/text-link.tsx'
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

/** Fetches what is searched when somebody searches for the first time. */
export default function SearchResults({ query }: { query: string }) {
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
    return <p role="alert">The search could not be loaded. Please check your connection and try again.</p>
  const found = searchEntries(entries, query)
  const words = wordsOf(query)
  return (
    <div className="grid gap-4">
      <p role="status" className="text-sm text-ink-muted">
        {found.length === 1 ? '1 result' : `${found.length} results`} for “{query.trim()}”
      </p>
      {found.length === 0 && (
        <p>
          Try other words, look through the questions below, or <TextLink to="/contact">ask us</TextLink>.
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
