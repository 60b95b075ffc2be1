import { cleanLine } from '@exempta/contract/text'
import { X } from 'lucide-react'
import * as Alert from 'radix-ui/alert-dialog'
import { Close, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import { type ReactNode, useState } from 'react'
import { errorText } from '../lib/api-error.ts'
import { classNames } from '../lib/class-names.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { keepFocus, useFocusReturn } from './focus.ts'
import { TextInput } from './text-input.tsx'

interface DialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description?: ReactNode
  /** Buttons, the chosen one last. */
  actions?: ReactNode
  size?: 'md' | 'lg' | 'xl'
  children?: ReactNode
}

const body = 'min-h-0 flex-1 scroll-pb-24 overflow-y-auto px-6 py-2'
// The buttons of a form inside stay in sight while its fields scroll.
const formActions =
  '**:data-form-actions:sticky **:data-form-actions:-bottom-2 **:data-form-actions:z-10 **:data-form-actions:bg-raised **:data-form-actions:py-3'

const widths = { md: 'sm:max-w-md', lg: 'sm:max-w-2xl', xl: 'sm:max-w-4xl' }

/** A sheet from below on phones, a centered window elsewhere. Focus stays inside; Escape closes. */
export function Dialog({
  isOpen,
  onOpenChange,
  title,
  description,
  actions,
  size = 'md',
  children,
}: DialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Root open={isOpen} onOpenChange={onOpenChange}>
      <Portal>
        <Overlay className="fixed inset-0 z-40 animate-fade-in bg-navy-950/60" />
        <Content
          {...focusReturn}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus()
            focusFirstField(event)
          }}
          {...(!description && { 'aria-describedby': undefined })}
          className={classNames(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-pop-in flex-col rounded-t-card border border-line bg-raised text-sm shadow-float',
            'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100vw-2rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-card',
            widths[size],
          )}
        >
          <header className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
            <div className="grid gap-1">
              <Title className="text-lg font-semibold">{title}</Title>
              {description && <Description className="text-ink-muted">{description}</Description>}
            </div>
            <Close
              aria-label="Close"
              {...keepFocus}
              className="-mt-1 -mr-2 inline-flex size-9 shrink-0 items-center justify-center rounded-control text-ink-muted hover:bg-subtle hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </Close>
          </header>
          {children && <div className={classNames(body, formActions)}>{children}</div>}
          <footer className="flex flex-col-reverse gap-2 px-6 pt-3 pb-6 empty:hidden sm:flex-row sm:justify-end">
            {actions}
          </footer>
        </Content>
      </Portal>
    </Root>
  )
}

const firstFocus = '[data-first-focus], input, select, textarea'

/** A form is typed into at once; without fields the marked button or the dialog's first one has the focus. */
function focusFirstField(event: Event) {
  const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(firstFocus)
  if (!field) return
  event.preventDefault()
  field.focus({ preventScroll: true })
}

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

/** Asks before something that cannot be undone. Stays open with the reason when the action fails. */
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
  const isBlocked = typedConfirmation !== undefined && cleanLine(typed) !== cleanLine(typedConfirmation)

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
    <Alert.Root open={isOpen} onOpenChange={change}>
      <Alert.Portal>
        <Alert.Overlay className="fixed inset-0 z-40 animate-fade-in bg-navy-950/60" />
        <Alert.Content
          {...focusReturn}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto grid max-w-md -translate-y-1/2 animate-pop-in gap-4 rounded-card border border-line bg-raised p-6 text-sm shadow-float"
        >
          <div className="grid gap-2">
            <Alert.Title className="text-lg font-semibold">{title}</Alert.Title>
            <Alert.Description className="text-ink-muted">{question}</Alert.Description>
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
            <Alert.Cancel asChild>
              <Button variant="secondary">{cancelLabel}</Button>
            </Alert.Cancel>
            <Alert.Action asChild onClick={(event) => event.preventDefault()}>
              <Button variant={tone} isLoading={isBusy} disabled={isBlocked} onClick={() => void confirm()}>
                {confirmLabel}
              </Button>
            </Alert.Action>
          </div>
        </Alert.Content>
      </Alert.Portal>
    </Alert.Root>
  )
}

interface SlideOverProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: ReactNode
  side?: 'left' | 'right'
  tone?: 'surface' | 'nav'
  footer?: ReactNode
  children: ReactNode
}

/** A panel from the side over the page; Escape or a press outside closes it. */
export function SlideOver({
  isOpen,
  onOpenChange,
  title,
  side = 'right',
  tone = 'surface',
  footer,
  children,
}: SlideOverProps) {
  const focusReturn = useFocusReturn()
  return (
    <Root open={isOpen} onOpenChange={onOpenChange}>
      <Portal>
        <Overlay className="fixed inset-0 z-40 animate-fade-in bg-navy-950/60" />
        <Content
          {...focusReturn}
          aria-describedby={undefined}
          className={classNames(
            'fixed inset-y-0 z-50 flex flex-col text-sm shadow-float',
            side === 'right'
              ? 'right-0 w-full animate-slide-in-right sm:max-w-md'
              : 'left-0 w-72 max-w-[85vw] animate-slide-in-left',
            tone === 'nav' ? 'bg-nav text-nav-ink' : 'bg-raised',
          )}
        >
          <header
            className={classNames(
              'flex h-16 shrink-0 items-center justify-between gap-4 border-b px-4',
              tone === 'nav' ? 'border-nav-line' : 'border-line',
            )}
          >
            <Title className="flex items-center gap-2 text-base font-semibold">{title}</Title>
            <Close
              aria-label="Close"
              className={classNames(
                'inline-flex size-10 items-center justify-center rounded-control',
                tone === 'nav' ? 'hover:bg-nav-active' : 'text-ink-muted hover:bg-subtle hover:text-ink',
              )}
            >
              <X aria-hidden className="size-5" />
            </Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          {footer && <footer className="border-t border-line p-4">{footer}</footer>}
        </Content>
      </Portal>
    </Root>
  )
}
