import { pageTexts } from '@exempta/contract/page-texts'
import { Component, type ReactNode } from 'react'
import { isNotAllowed } from '../../lib/query.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { AccessDenied } from './access-denied.tsx'

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
