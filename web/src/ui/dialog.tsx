import { X } from 'lucide-react'
import { Close, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { keepFocus, useFocusReturn } from './focus.ts'

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

/** A sheet from below on phones, a centred window elsewhere. Focus stays inside; Escape closes. */
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
