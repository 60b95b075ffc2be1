import { Action, Cancel, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/alert-dialog'
import { type ReactNode, useState } from 'react'
import { errorText } from '../lib/api-error.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { useFocusReturn } from './focus.ts'
import { TextInput } from './text-input.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  /** The specified words. */
  question: string
  /** What exactly will go, by name. */
  subject?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  tone?: 'danger' | 'primary'
  /** When set, the person types this text before the button works. */
  typedConfirmation?: string
  onConfirm: () => Promise<unknown>
}

/** Asks before something that cannot be taken back. Stays open with the reason when the act fails. */
export function ConfirmDialog({
  isOpen,
  onOpenChange,
  title,
  question,
  subject,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'danger',
  typedConfirmation,
  onConfirm,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [typed, setTyped] = useState('')
  const isBlocked = typedConfirmation !== undefined && typed !== typedConfirmation

  function change(open: boolean) {
    if (isBusy) return
    setFailure(undefined)
    setTyped('')
    onOpenChange(open)
  }
  async function confirm() {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      setTyped('')
      onOpenChange(false)
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Root open={isOpen} onOpenChange={change}>
      <Portal>
        <Overlay className="fixed inset-0 z-40 animate-fade-in bg-navy-950/60" />
        <Content
          {...focusReturn}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto grid max-w-md -translate-y-1/2 animate-pop-in gap-4 rounded-card border border-line bg-raised p-6 text-sm shadow-float"
        >
          <div className="grid gap-2">
            <Title className="text-lg font-semibold">{title}</Title>
            <Description className="text-ink-muted">{question}</Description>
          </div>
          {subject && <div className="rounded-control bg-subtle px-3 py-2 font-medium">{subject}</div>}
          {typedConfirmation !== undefined && (
            <Field label={`Type “${typedConfirmation}” to confirm`}>
              <TextInput
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </Field>
          )}
          {failure && <Banner tone="danger">{failure}</Banner>}
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <Cancel asChild>
              <Button variant="secondary">{cancelLabel}</Button>
            </Cancel>
            <Action asChild onClick={(event) => event.preventDefault()}>
              <Button variant={tone} isLoading={isBusy} disabled={isBlocked} onClick={() => void confirm()}>
                {confirmLabel}
              </Button>
            </Action>
          </div>
        </Content>
      </Portal>
    </Root>
  )
}
