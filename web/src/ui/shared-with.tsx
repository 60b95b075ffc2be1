import { texts } from '@exempta/contract/texts'

const named = 2

/** Whom a document is shared with, in the narrow cell of a table: the first names, and how many more. */
export function SharedWith({ names }: { names: readonly string[] }) {
  if (names.length === 0) {
    return <span className="whitespace-nowrap text-ink-muted">{texts.documents.notShared}</span>
  }
  const more = names.length - named
  return (
    <span title={names.join(', ')} className="[overflow-wrap:anywhere]">
      {names.slice(0, named).join(', ')}
      {more > 0 && <span className="whitespace-nowrap text-ink-muted"> and {more} more</span>}
    </span>
  )
}
