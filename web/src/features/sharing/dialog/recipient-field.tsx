import type { NewShares, ShareRecipient } from '@exempta/contract/sharing'
import { X } from 'lucide-react'
import { Anchor, Content, Root } from 'radix-ui/popover'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { MayKeepCopies } from '../../../shared/document-marks.tsx'
import { Field, useFieldWiring } from '../../../ui/field.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import { addressesIn, addressIn, RecipientName, recipientName } from '../share-words.tsx'
import { RecipientOptions, recipientKey, useRecipientOptions, withRecipients } from './recipient-options.tsx'

interface RecipientChipsProps {
  chosen: readonly ShareRecipient[]
  onRemove: (recipient: ShareRecipient) => void
}

function RecipientChips({ chosen, onRemove }: RecipientChipsProps) {
  if (chosen.length === 0) return null
  return (
    <ul aria-label="Recipients" className="contents">
      {chosen.map((recipient) => (
        <li
          key={recipientKey(recipient)}
          className="inline-flex max-w-full items-center gap-1 rounded-full bg-accent-soft py-0.5 pr-0.5 pl-2.5 text-accent-ink"
        >
          <RecipientName recipient={recipient} />
          <button
            type="button"
            aria-label={`Remove ${recipientName(recipient)}`}
            onClick={() => onRemove(recipient)}
            className="inline-flex size-6 shrink-0 items-center justify-center rounded-full hover:bg-accent/20"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface RecipientInputProps {
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
function RecipientInput({
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
}: RecipientInputProps) {
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

interface RecipientFieldProps {
  chosen: readonly ShareRecipient[]
  onChange: (chosen: ShareRecipient[]) => void
  error: string | undefined
  ref: Ref<HTMLInputElement>
}

const asRecipient = (address: string): ShareRecipient => ({ kind: 'email', address })

/** Businesses and addresses in one field: type, pick or paste; chosen ones are shown as chips before the text. */
function RecipientField({ chosen, onChange, error, ref }: RecipientFieldProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [unfinished, setUnfinished] = useState<string>()
  const [news, setNews] = useState('')
  const { options, isLoading, hasFailed } = useRecipientOptions(text, chosen)

  function add(more: readonly ShareRecipient[]) {
    onChange(withRecipients(chosen, more))
    setNews(`${more.map(recipientName).join(', ')} added`)
    change('')
    setOpen(false)
  }
  function remove(recipient: ShareRecipient) {
    onChange(chosen.filter((other) => other !== recipient))
    setNews(`${recipientName(recipient)} removed`)
    input.current?.focus()
  }
  function change(next: string) {
    setText(next)
    setActive(0)
    setUnfinished(undefined)
  }
  function addTyped(): boolean {
    const address = addressIn(text)
    if (address) add([asRecipient(address)])
    return address !== undefined
  }
  /** Words that were typed and not picked would get lost without a word. */
  const onSubmit = useEffectEvent((event: Event) => {
    if (text.trim() === '' || addTyped()) return
    event.preventDefault()
    event.stopPropagation()
    setUnfinished('Pick a business from the list, or finish the email address.')
    input.current?.focus()
  })
  useEffect(() => {
    const form = input.current?.form
    const listener = (event: Event) => onSubmit(event)
    form?.addEventListener('submit', listener, { capture: true })
    return () => form?.removeEventListener('submit', listener, { capture: true })
  }, [])

  function onKeyDown(event: React.KeyboardEvent) {
    const picked = options[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + options.length) % Math.max(options.length, 1))
    } else if (event.key === 'Enter' && (isOpen || text !== '')) {
      event.preventDefault()
      if (isOpen && picked) add([picked.recipient])
      else addTyped()
    } else if (/^[ ,;]$/.test(event.key) && addTyped()) event.preventDefault()
    else if (event.key === 'Backspace' && text === '') {
      const last = chosen.at(-1)
      if (last) remove(last)
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setOpen(false)
    }
  }
  function onPaste(event: React.ClipboardEvent) {
    const addresses = addressesIn(event.clipboardData.getData('text'))
    if (addresses.length === 0) return
    event.preventDefault()
    add(addresses.map(asRecipient))
  }

  return (
    <Field
      label="Share with"
      hint="Type the name of a business, or an email address."
      error={unfinished ?? error}
      isRequired
    >
      <Root open={isOpen} onOpenChange={setOpen}>
        <Anchor>
          <RecipientInput
            ref={(node) => {
              input.current = node
              if (typeof ref === 'function') ref(node)
              else if (ref) ref.current = node
            }}
            value={text}
            isOpen={isOpen}
            listId={listId}
            activeId={isOpen && options[active] ? `${listId}-${active}` : undefined}
            onChange={(next) => {
              change(next)
              setOpen(next !== '')
            }}
            onOpen={() => setOpen(true)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => void addTyped()}
          >
            <RecipientChips chosen={chosen} onRemove={remove} />
          </RecipientInput>
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
          className="z-50 max-h-64 w-(--radix-popover-trigger-width) animate-fade-in overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float"
        >
          <RecipientOptions
            id={listId}
            options={options}
            active={active}
            onActive={setActive}
            onPick={({ recipient }) => add([recipient])}
          />
          {options.length === 0 && (
            <p className="flex items-center gap-2 px-3 py-2 text-ink-muted">
              {isLoading ? <Spinner className="size-4" label="Searching" /> : emptyWords(text, hasFailed)}
            </p>
          )}
        </Content>
      </Root>
      <p aria-live="polite" className="sr-only">
        {isOpen && !isLoading ? `${options.length} found` : news}
      </p>
    </Field>
  )
}

function emptyWords(text: string, hasFailed: boolean): string {
  if (text.includes('@')) return 'Keep typing the email address.'
  if (hasFailed) return 'We can’t search businesses right now. You can enter an email address.'
  if (text.trim() === '') return 'No businesses can receive documents yet. You can enter an email address.'
  return 'We couldn’t find a business with this name. You can enter an email address.'
}

type Values = z.input<typeof NewShares>

/** The field of the form that holds two lists of the call: businesses by id, and addresses. */
export function Recipients({ start }: { start: readonly ShareRecipient[] }) {
  const [chosen, setChosen] = useState(start)
  const { setValue, formState } = useFormContext<Values>()
  const { field, fieldState } = useController<Values, 'businessIds'>({ name: 'businessIds' })

  function change(next: ShareRecipient[]) {
    setChosen(next)
    const shouldValidate = formState.isSubmitted
    setValue(
      'emails',
      next.flatMap((one) => (one.kind === 'email' ? [one.address] : [])),
    )
    setValue(
      'businessIds',
      next.flatMap((one) => (one.kind === 'business' ? [one.id] : [])),
      { shouldValidate },
    )
  }
  return (
    <div className="grid gap-2">
      <RecipientField
        chosen={chosen}
        onChange={change}
        error={fieldState.error?.message ?? formState.errors.emails?.message}
        ref={field.ref}
      />
      <MayKeepCopies businesses={chosen.flatMap((one) => (one.kind === 'business' ? [one.name] : []))} />
    </div>
  )
}
