import { Check, ChevronsUpDown } from 'lucide-react'
import { Anchor, Content, Root } from 'radix-ui/popover'
import { useId, useRef, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { useFieldWiring } from './field.tsx'
import { Spinner } from './loading.tsx'
import type { Option } from './select.tsx'
import { controlClass } from './text-input.tsx'

interface ComboboxProps {
  options: readonly Option[]
  value: string | null
  onChange: (value: string | null) => void
  /** Given when the server does the searching; then options are shown as they come. */
  onSearch?: (text: string) => void
  isLoading?: boolean
  placeholder?: string
  emptyText?: string
  'aria-label'?: string
}

/** Type to narrow a list and pick one: arrows move, Enter picks, Escape closes. */
export function Combobox({
  options,
  value,
  onChange,
  onSearch,
  isLoading = false,
  placeholder,
  emptyText = 'Nothing found',
  'aria-label': ariaLabel,
}: ComboboxProps) {
  const wiring = useFieldWiring()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const chosen = options.find((option) => option.value === value)
  const needle = (text ?? '').trim().toLowerCase()
  const shown = onSearch ? options : options.filter((option) => option.label.toLowerCase().includes(needle))

  function pick(option: Option | undefined) {
    if (!option) return
    onChange(option.value)
    close()
  }
  function close() {
    setOpen(false)
    setText(null)
    setActive(0)
  }
  function onKeyDown(event: React.KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + shown.length) % Math.max(shown.length, 1))
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      pick(shown[active])
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      close()
    }
  }

  return (
    <Root open={isOpen} onOpenChange={(open) => (open ? setOpen(true) : close())}>
      <Anchor asChild>
        <div className="relative">
          <input
            {...wiring}
            ref={input}
            role="combobox"
            aria-label={ariaLabel}
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && shown[active] ? `${listId}-${active}` : undefined}
            autoComplete="off"
            placeholder={placeholder}
            value={text ?? chosen?.label ?? ''}
            onChange={(event) => {
              setText(event.target.value)
              setActive(0)
              setOpen(true)
              if (event.target.value === '') onChange(null)
              onSearch?.(event.target.value)
            }}
            onClick={() => setOpen(true)}
            onKeyDown={onKeyDown}
            onBlur={() => !isOpen && setText(null)}
            className={classNames(controlClass, 'h-10 pr-9 text-base sm:text-sm')}
          />
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-ink-muted">
            {isLoading ? <Spinner className="size-4" /> : <ChevronsUpDown aria-hidden className="size-4" />}
          </span>
        </div>
      </Anchor>
      <Content
        sideOffset={4}
        collisionPadding={8}
        role="presentation"
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          if (input.current?.contains(event.target as Node)) event.preventDefault()
        }}
        className="z-50 max-h-72 w-(--radix-popover-trigger-width) animate-fade-in overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float"
      >
        <div id={listId} role="listbox" aria-label={ariaLabel ?? 'Choices'}>
          {shown.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the input, which keeps the focus
            <div
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value}
              onMouseMove={() => setActive(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(option)}
              className={classNames(
                'flex cursor-pointer items-center justify-between gap-2 rounded-md px-3 py-2 text-sm',
                index === active && 'bg-subtle',
              )}
            >
              {option.label}
              {option.value === value && <Check aria-hidden className="size-4 text-accent" />}
            </div>
          ))}
        </div>
        <p aria-live="polite" className={shown.length > 0 ? 'sr-only' : 'px-3 py-2 text-sm text-ink-muted'}>
          {shown.length > 0 ? `${shown.length} found` : emptyText}
        </p>
      </Content>
    </Root>
  )
}
