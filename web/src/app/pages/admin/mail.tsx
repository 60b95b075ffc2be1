import { pageMeta } from '../../../lib/page-meta.ts'
import { UnfinishedPage } from '../../../ui/unfinished-page.tsx'

const title = 'Mail'
const purpose = 'Mail that was queued, sent or failed.'

export const meta = pageMeta(title)

export default function MailPage() {
  return (
    <UnfinishedPage
      title={title}
      purpose={purpose}
      back={{ to: '/admin/dashboard', label: 'Back to the dashboard' }}
    />
  )
}
