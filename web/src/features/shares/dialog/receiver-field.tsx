import type { ShareReceiver } from '@exempta/contract/shares'
import { Anchor, Content, Root } from 'radix-ui/popover'
import { type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { receiverName } from '../receiver-name.tsx'
import { withReceivers } from './chosen-receiver.ts'
import { ReceiverChips } from './receiver-chips.tsx'
import { ReceiverInput } from './receiver-input.tsx'
import { ReceiverOptions } from './receiver-options.tsx'
import { addressesIn, addressIn } from './typed-addresses.ts'
import { useReceiverOptions } from './use-receiver-options.ts'

interface ReceiverFieldProps {
  chosen: readonly ShareReceiver[]
  onChange: (chosen: ShareReceiver[]) => void
  error: string | undefined
  ref: Ref<HTMLInputElement>
}

const asReceiver = (address: string): ShareReceiver => ({ kind: 'email', address })

/** Businesses and addresses in one field: type, pick or paste; what is chosen stands before the text as chips. */
export function ReceiverField({ chosen, onChange, error, ref }: ReceiverFieldProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [unfinished, setUnfinished] = useState<string>()
  const [news, setNews] = useState('')
  const { options, isLoading, hasFailed } = useReceiverOptions(text, chosen)

  function add(more: readonly ShareReceiver[]) {
    onChange(withReceivers(chosen, more))
    setNews(`${more.map(receiverName).join(', ')} added`)
    change('')
    setOpen(false)
  }
  function remove(receiver: ShareReceiver) {
    onChange(chosen.filter((other) => other !== receiver))
    setNews(`${receiverName(receiver)} removed`)
    input.current?.focus()
  }
  function change(next: string) {
    setText(next)
    setActive(0)
    setUnfinished(undefined)
  }
  function addTyped(): boolean {
    const address = addressIn(text)
    if (address) add([asReceiver(address)])
    return address !== undefined
  }
  /** Words that were typed and not picked would get lost without a word. */
  const onSubmit = useEffectEvent((event: Event) => {
    if (text.trim() === '' || addTyped()) return
    event.preventDefault()
    event.stopPropagation()
    setUnfinished('Please pick a business from the list, or finish the email address.')
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
      if (isOpen && picked) add([picked.receiver])
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
    add(addresses.map(asReceiver))
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
          <ReceiverInput
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
            <ReceiverChips chosen={chosen} onRemove={remove} />
          </ReceiverInput>
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
          <ReceiverOptions
            id={listId}
            options={options}
            active={active}
            onActive={setActive}
            onPick={({ receiver }) => add([receiver])}
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
  if (text.includes('@')) return 'Go on typing the email address.'
  if (hasFailed) return 'Businesses could not be searched right now. You can type an email address.'
  if (text.trim() === '') return 'No business receives documents here yet. You can type an email address.'
  return 'No business of this name receives documents. You can type an email address.'
}
