import { pageTexts } from '@exempta/contract/page-texts'
import { ShieldX } from 'lucide-react'
import { LinkButton } from '../../ui/link-button.tsx'

export function AccessDenied() {
  return (
    <div role="alert" className="mx-auto grid max-w-md justify-items-center gap-3 py-16 text-center">
      <span className="inline-flex size-14 items-center justify-center rounded-full bg-danger-soft text-danger">
        <ShieldX aria-hidden className="size-7" />
      </span>
      <h1 className="text-2xl font-semibold">{pageTexts.accessDenied.title}</h1>
      <p className="text-ink-muted">{pageTexts.accessDenied.text}</p>
      <LinkButton to="/dashboard" className="mt-3">
        Go to my dashboard
      </LinkButton>
    </div>
  )
}
