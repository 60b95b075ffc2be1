import { useLoaderData } from 'react-router'
import { loadedMeta } from '../../../lib/page-meta.ts'
import { TextPage } from '../../../shared/public-page.tsx'
import { textPage } from '../../content/content.server.ts'

export const loader = () => textPage('security')

export const meta = loadedMeta<typeof loader>((page) => page)

export default function SecurityPage() {
  const { description, ...page } = useLoaderData<typeof loader>()
  return <TextPage {...page} intro={description} />
}
