import type { ReactNode } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { useFocusOnMount } from '../../../ui/focus.ts'

interface QuestionProps {
  title: string
  step: number
  trouble?: string | undefined
  isLoading?: boolean
  /** Without it, there is nothing to continue with. */
  onNext?: (() => void) | undefined
  onBack: () => void
  children: ReactNode
}

const steps = 5

/** One screen of the wizard. */
export function Question({
  title,
  step,
  trouble,
  isLoading = false,
  onNext,
  onBack,
  children,
}: QuestionProps) {
  const focus = useFocusOnMount()
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        onNext?.()
      }}
    >
      <div className="grid gap-1">
        <p className="text-sm text-ink-muted">
          Question {step} of {steps}
        </p>
        <h2 className="text-lg font-semibold">{title}</h2>
      </div>
      {trouble && <Banner tone="danger">{trouble}</Banner>}
      <div ref={focus} className="grid gap-5">
        {children}
      </div>
      <div className="flex flex-wrap gap-2">
        {onNext && (
          <Button type="submit" size="lg" isLoading={isLoading}>
            Continue
          </Button>
        )}
        <Button variant="ghost" size="lg" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
