import { EmailList } from '../../../features/admin/email/email-list.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { PageHeader } from '../../../ui/page-header.tsx'

const title = 'Mail'

export const meta = pageMeta(title)

export default function EmailPage() {
  return (
    <>
      <PageHeader title={title} description="Emails that are queued, kept, sent or failed." />
      <EmailList />
    </>
  )
}
