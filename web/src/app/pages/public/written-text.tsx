import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { loadedMeta } from '../../../lib/page-meta.ts'
import { TextPage } from '../../../shared/public-page.tsx'
import { textPage } from '../../content/content.server.ts'

/** Shows the file of `web/content/pages` that is named like the address. */
export const loader = ({ pattern }: LoaderFunctionArgs) => textPage(pattern.replace('/', ''))

export const meta = loadedMeta<typeof loader>((page) => page)

export default function WrittenTextPage() {
  const { description, ...page } = useLoaderData<typeof loader>()
  return <TextPage {...page} intro={description} />
}
