import { useLoaderData } from 'react-router'
import { TextPage } from '../../../features/public/public-page.tsx'
import { loadedMeta } from '../../../lib/page-meta.ts'
import { textPage } from '../../content/content.server.ts'

export const loader = () => textPage('developers')

export const meta = loadedMeta<typeof loader>((page) => page)

export default function DevelopersPage() {
  const { description, ...page } = useLoaderData<typeof loader>()
  return <TextPage {...page} intro={description} />
}
