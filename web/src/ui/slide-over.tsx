import { X } from 'lucide-react'
import { Close, Content, Overlay, Portal, Root, Title } from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { useFocusReturn } from './focus.ts'

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
