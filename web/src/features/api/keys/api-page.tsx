import { getApiAccess } from '@exempta/contract/api/keys'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { routeQuery } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/roles.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { ApiAccessCard } from './api-access-card.tsx'
import { ApiKeys } from './api-keys.tsx'

const CreateKeyDialog = onDemand(async () => (await import('./key-dialogs.tsx')).CreateKeyDialog)

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
        description="Create API keys and webhooks to connect your own systems."
        actions={
          isApproved &&
          business?.status === 'active' && (
            <Button onClick={() => setMaking(true)}>
              <Plus aria-hidden className="size-4" />
              Create API Key
            </Button>
          )
        }
      />
      <div className="grid gap-6">
        {isApproved ? (
          <>
            <ApiKeys />
            <Card title="For developers">
              <p className="text-ink-muted">
                Start with the <TextLink to="/developers">quick start</TextLink>. Every endpoint is in the{' '}
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
                Get notified at your own endpoint as soon as something happens.
              </p>
            </Card>
          </>
        ) : (
          <ApiAccessCard />
        )}
      </div>
      {isMaking && <CreateKeyDialog onClose={() => setMaking(false)} />}
    </>
  )
}
