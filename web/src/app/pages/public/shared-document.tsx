import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { pageMeta } from '../../../lib/page-meta.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

const MailShareView = lazy(async () => ({
  default: (await import('../../../features/mail-shares/index.ts')).MailShareView,
}))

const title = 'Documents for you'
const description = 'Open documents that somebody shared with you by email.'

export const meta = () => [
  ...pageMeta(title, description)(),
  { name: 'robots', content: 'noindex, nofollow' },
]

export default function SharedDocumentPage() {
  const { token = '' } = useParams()
  return (
    <Suspense
      fallback={
        <AccountCard title={title}>
          <Spinner label="Loading…" />
        </AccountCard>
      }
    >
      <MailShareView token={token} />
    </Suspense>
  )
}
