import { getApiAccess } from '@exempta/contract/api-access'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ApiAccessCard, ApiKeys, MakeKeyDialog } from '../../../features/api-access/index.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { routeQuery } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/use-membership.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

const title = 'API'

export const meta = pageMeta(title)

export default function ApiPage() {
  const [isMaking, setMaking] = useState(false)
  const { business, isManager } = useMembership()
  const { data: access } = useQuery(routeQuery(getApiAccess, {}))
  const isApproved = isManager && access?.state === 'approved'
  return (
    <>
      <PageHeader
        title={title}
        description="Keys for your own programs, and what they are told by themselves."
        actions={
          isApproved &&
          business?.status === 'active' && (
            <Button onClick={() => setMaking(true)}>
              <Plus aria-hidden className="size-4" />
              Make API Key
            </Button>
          )
        }
      />
      <div className="grid gap-6">
        {isApproved ? (
          <>
            <Suspense fallback={<SectionSpinner />}>
              <ApiKeys />
            </Suspense>
            <Card title="For developers">
              <p className="text-ink-muted">
                Begin with the <TextLink to="/developers">quick start</TextLink>. Every call is in the{' '}
                <a href="/api/docs" className="text-ink underline underline-offset-4">
                  reference
                </a>
                .
              </p>
            </Card>
            <Card
              title="Webhooks"
              actions={
                <LinkButton to="/business/webhooks" variant="secondary">
                  Manage Webhooks
                </LinkButton>
              }
            >
              <p className="text-ink-muted">
                Exempta tells your server what happens, so that it need not ask.
              </p>
            </Card>
          </>
        ) : (
          <ApiAccessCard />
        )}
      </div>
      {isMaking && (
        <Suspense>
          <MakeKeyDialog onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  )
}
