import { ArrowLeft } from 'lucide-react'
import { lastListAddress } from '../lib/list.ts'
import { LinkButton } from './button.tsx'

/** Leads back to a list as it was last shown, with its search and filters. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <LinkButton to={lastListAddress(to)} variant="ghost" size="sm" className="-ml-3 mb-2">
    <ArrowLeft aria-hidden className="size-4" />
    {children}
  </LinkButton>
)
