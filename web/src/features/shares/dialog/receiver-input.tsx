import type { ClipboardEvent, KeyboardEvent, ReactNode, Ref } from 'react'
import { useFieldWiring } from '../../../ui/field.tsx'

interface ReceiverInputProps {
  ref: Ref<HTMLInputElement>
  value: string
  isOpen: boolean
  listId: string
  activeId: string | undefined
  onChange: (text: string) => void
  onOpen: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
  onBlur: () => void
  /** The chips before the text. */
  children: ReactNode
}

/** A box that looks like a field, and grows with what is in it. */
export function ReceiverInput({
  ref,
  value,
  isOpen,
  listId,
  activeId,
  onChange,
  onOpen,
  onKeyDown,
  onPaste,
  onBlur,
  children,
}: ReceiverInputProps) {
  const wiring = useFieldWiring()
  return (
    <div className="flex max-h-40 min-h-10 flex-wrap items-center gap-1.5 overflow-y-auto rounded-control border border-line-strong bg-surface px-2 py-1 transition-colors not-has-[[aria-invalid]]:hover:border-accent has-[[aria-invalid]]:border-danger has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-1 has-[input:focus-visible]:outline-focus">
      {children}
      <input
        {...wiring}
        ref={ref}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Business or email address"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onClick={onOpen}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={onBlur}
        className="h-8 min-w-40 flex-1 scroll-mt-20 bg-transparent px-1 text-base outline-none placeholder:text-ink-muted sm:text-sm"
      />
    </div>
  )
}
