import { settingDefinitions } from '@exempta/contract/admin/settings'
import { useLoaderData } from 'react-router'
import { serverMarks } from '../../../../server-marks.ts'
import { Contact } from '../../../features/public/contact.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'

const intro = 'Send us a message or start a live chat. We read every message and reply by email.'

export const loader = () => ({
  email: settingDefinitions['support.email'].fallback,
  phone: settingDefinitions['support.phone'].fallback,
  hours: settingDefinitions['support.hours'].fallback,
})

export const meta = pageMeta('Contact', intro)

export default function ContactPage() {
  // Not from the loader: its data is in a script, which the server leaves as it is.
  const filled = { email: serverMarks.supportEmail, phone: serverMarks.supportPhone }
  return <Contact intro={intro} details={useLoaderData<typeof loader>()} filled={filled} />
}
