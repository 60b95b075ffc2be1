export interface SearchEntry {
  kind: 'FAQ' | 'Tutorial' | 'Blog'
  title: string
  href: string
  text: string
}

export interface Found extends Pick<SearchEntry, 'kind' | 'title' | 'href'> {
  /** The words around the first hit. */
  excerpt: string
}

const before = 60
const excerptLength = 200

export const wordsOf = (query: string): string[] =>
  query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

/** Entries that hold every word, those with hits in the title first, then those with most hits. */
export function searchEntries(entries: readonly SearchEntry[], query: string): Found[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return entries
    .flatMap((entry) => {
      const title = entry.title.toLowerCase()
      const text = entry.text.toLowerCase()
      if (!words.every((word) => title.includes(word) || text.includes(word))) return []
      const score = words.reduce(
        (sum, word) => sum + (title.includes(word) ? 100 : 0) + Math.min(text.split(word).length - 1, 20),
        0,
      )
      return [{ entry, score }]
    })
    .sort((a, b) => b.score - a.score)
    .map(({ entry: { text, ...entry } }) => ({ ...entry, excerpt: excerptOf(text, words) }))
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const hits = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const first = hits.length > 0 ? Math.min(...hits) : 0
  const start = first <= before ? 0 : text.indexOf(' ', first - before) + 1
  const end =
    text.length <= start + excerptLength ? text.length : text.lastIndexOf(' ', start + excerptLength)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}
