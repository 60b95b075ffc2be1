/** What businesses may keep of a certificate, said wherever something is sent to them. */
export function MayKeepCopies({ businesses }: { businesses: readonly string[] }) {
  const [first, ...others] = businesses
  if (first === undefined) return null
  const who = others.length === 0 ? first : 'one of these businesses'
  return (
    <p className="text-xs text-ink-muted [overflow-wrap:anywhere]">
      If {who} relies on it for a tax-free purchase, it may keep a copy as tax law requires.
    </p>
  )
}
