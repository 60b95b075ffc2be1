import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Settings'
const purpose = 'How this installation works.'

export const meta = pageMeta(title)

export default function SettingsPage() {
  return (
    <UnfinishedPage
      title={title}
      purpose={purpose}
      back={{ to: '/admin/dashboard', label: 'Back to the dashboard' }}
    />
  )
}
