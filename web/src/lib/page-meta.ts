/** Title and description of a page, for its route's `meta` export. */
export function pageMeta(title: string, description?: string) {
  return () => [
    { title: title === 'Exempta' ? title : `${title} · Exempta` },
    ...(description ? [{ name: 'description', content: description }] : []),
  ]
}
