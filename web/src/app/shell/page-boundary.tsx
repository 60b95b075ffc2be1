import { pageTexts } from '@exempta/contract/page-texts'
import { ShieldX } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { isNotAllowed } from '../../lib/query.ts'
import { LinkButton } from '../../ui/button.tsx'
import { FailedState } from '../../ui/page-states.tsx'

function AccessDenied() {
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

interface PageBoundaryProps {
  /** The page shown; another page starts afresh. */
  page: string
  children: ReactNode
}

interface PageBoundaryState {
  error: unknown
  page: string
}

/** Catches what a page throws, so that header and navigation stay usable. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { error: undefined, page: this.props.page }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps(props: PageBoundaryProps, state: PageBoundaryState) {
    return props.page === state.page ? null : { error: undefined, page: props.page }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    if (isNotAllowed(this.state.error)) return <AccessDenied />
    return <FailedState message={pageTexts.unexpected} onRetry={() => this.setState({ error: undefined })} />
  }
}
