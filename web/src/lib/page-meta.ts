import { pageTexts } from '@exempta/contract/page-texts'
import { useEffect } from 'react'

interface PageDescription {
  title: string
  description: string
  /** What search engines may know of the page, in the words of schema.org. */
  data?: object
}

/** Title and description of a page, for its route's `meta` export. */
export function pageMeta(title: string, description?: string) {
  return () => [
    { title: title === 'Exempta' ? title : `${title} · Exempta` },
    ...(description ? [{ name: 'description', content: description }] : []),
  ]
}

/** The same for a page whose words come from its loader. */
export const loadedMeta =
  <Loader extends (...args: never[]) => unknown>(
    describe: (loaded: Awaited<ReturnType<Loader>>) => PageDescription,
  ) =>
  ({ loaderData }: { loaderData: unknown }) => {
    if (loaderData === undefined) return pageMeta('Exempta')()
    if (loaderData === null) return pageMeta(pageTexts.notFound.title)()
    const { title, description, data } = describe(loaderData as Awaited<ReturnType<Loader>>)
    return [...pageMeta(title, description)(), ...(data ? [{ 'script:ld+json': data }] : [])]
  }

/** Puts a name that is known only later into the page's title. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    const before = document.title
    const own = `${name} · Exempta`
    document.title = own
    return () => {
      // The next page has usually set its own title by now.
      if (document.title === own) document.title = before
    }
  }, [name])
}
