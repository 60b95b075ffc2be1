/** The text with every one of the words marked. */
export function Highlighted({ text, words }: { text: string; words: readonly string[] }) {
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
