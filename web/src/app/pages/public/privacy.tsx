import { useLoaderData } from 'react-router'
import { loadedMeta } from '../../../lib/page-meta.ts'
import { TextPage } from '../../../shared/public-page.tsx'
import { textPage } from '../../content/content.server.ts'

export const loader = () => textPage('privacy')

export const meta = loadedMeta<typeof loader>((page) => page)

export default function PrivacyPage() {
  const { description, ...page } = useLoaderData<typeof loader>()
  return <TextPage {...page} intro={description} />
}
