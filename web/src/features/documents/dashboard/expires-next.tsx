import type { getUserDashboard } from '@exempta/contract/documents/dashboard'
import type { RouteOutput } from '@exempta/contract/route'
import { expiryOf, today } from '../../../lib/format.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextLink } from '../../../ui/text.tsx'

type Certificate = RouteOutput<typeof getUserDashboard>['expiring'][number]

/** Certificates that expire next or have expired, each with the way to renew it. */
export function ExpiresNext({ certificates }: { certificates: readonly Certificate[] }) {
  const title = certificates.some(({ expiresOn }) => expiresOn < today())
    ? 'Expiring and expired'
    : 'Expires next'
  return (
    <Card title={title} actions={<TextLink to="/user/wallet">View wallet</TextLink>}>
      <ul aria-label={title} className="grid gap-3">
        {certificates.map((certificate) => (
          <li
            key={`${certificate.document.id} ${certificate.expiresOn}`}
            className="flex flex-wrap items-center justify-between gap-3"
          >
            <span className="grid min-w-0 [overflow-wrap:anywhere]">
              <span className="font-medium">{certificate.places.join(', ')}</span>
              <span className="text-ink-muted">
                {certificate.document.name} · {expiryOf(certificate.expiresOn)}
              </span>
            </span>
            <LinkButton
              to={`/user/wallet/${certificate.document.id}/renew`}
              variant="secondary"
              size="sm"
              aria-label={`Renew ${certificate.document.name}`}
            >
              Renew
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}
