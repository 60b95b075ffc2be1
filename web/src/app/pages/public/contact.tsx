import { settingDefinitions } from '@exempta/contract/admin/settings'
import { useLoaderData } from 'react-router'
import { Contact } from '../../../features/public/contact.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'

const intro = 'Write to us, or chat with a person. A person reads every message and answers by mail.'

export const loader = () => ({
  email: settingDefinitions['support.email'].fallback,
  hours: settingDefinitions['support.hours'].fallback,
})

export const meta = pageMeta('Contact', intro)

export default function ContactPage() {
  return <Contact intro={intro} details={useLoaderData<typeof loader>()} />
}
