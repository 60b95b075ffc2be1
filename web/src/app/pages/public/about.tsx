import { settingDefinitions } from '@exempta/contract/admin/settings'
import { useLoaderData } from 'react-router'
import { About } from '../../../features/public/about.tsx'
import { loadedMeta } from '../../../lib/page-meta.ts'
import { textPage } from '../../content/content.server.ts'

export const loader = () => ({
  ...textPage('about'),
  figures: {
    users: settingDefinitions['about.users'].fallback,
    documents: settingDefinitions['about.documents'].fallback,
    uptime: settingDefinitions['about.uptime'].fallback,
    support: settingDefinitions['about.support'].fallback,
  },
})

export const meta = loadedMeta<typeof loader>((page) => page)

export default function AboutPage() {
  const { title, description, html, figures } = useLoaderData<typeof loader>()
  return <About title={title} intro={description} html={html} figures={figures} />
}
