import { RotateCw } from 'lucide-react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

interface FailedStateProps {
  message: string
  onRetry?: () => void
  isRetrying?: boolean
}

/** Something could not be loaded: what happened, and a way to try again. */
export function FailedState({ message, onRetry, isRetrying = false }: FailedStateProps) {
  return (
    <Banner
      tone="danger"
      action={
        onRetry && (
          <Button variant="secondary" size="sm" isLoading={isRetrying} onClick={onRetry}>
            <RotateCw aria-hidden className="size-4" />
            Try again
          </Button>
        )
      }
    >
      {message}
    </Banner>
  )
}
