import {
  cardPhotoField,
  type PurchaseKind,
  purchaseKinds,
  purchaseKindWords,
  readCounterCard,
} from '@exempta/contract/coverage'
import { classifyCard, firstDigitCount, withPrintedWord } from '@exempta/knowledge/card-class'
import type { CardClass } from '@exempta/knowledge/terms'
import { Camera } from 'lucide-react'
import { useRef, useState } from 'react'
import { sendForm } from '../../lib/api.ts'
import { ApiError, errorText } from '../../lib/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { AskForCertificate } from './ask-for-certificate.tsx'
import { CardAnswer } from './card-answer.tsx'
import type { Place } from './place-picker.tsx'

type Line = CardClass['line']

const printedWords = { travel: 'Travel', purchase: 'Purchase', fleet: 'Fleet' } as const satisfies Partial<
  Record<Line, string>
>
type PrintedLine = keyof typeof printedWords
const printedLines = Object.keys(printedWords) as PrintedLine[]

const kindOptions = purchaseKinds.map((value) => ({ value, label: purchaseKindWords[value] }))

/** What is known about the card. Digits beyond the first six never get here. */
interface Entered {
  digits: string
  photo: CardClass | undefined
  word: PrintedLine | 'none' | undefined
}

const nothing: Entered = { digits: '', photo: undefined, word: undefined }

function classOf({ digits, photo, word }: Entered): CardClass | undefined {
  const line = word === 'none' ? undefined : word
  if (digits.length === firstDigitCount) return classifyCard(digits, line ? printedWords[line] : '')
  return photo?.line === 'unknown' && line ? withPrintedWord(photo, line) : photo
}

/** Typed digits are judged here and never sent; a photo is read by the server, which keeps nothing of it. */
export function GovernmentCard({ place, kindSold }: { place: Place; kindSold: PurchaseKind }) {
  const [entered, setEntered] = useState(nothing)
  const [kind, setKind] = useState(kindSold)
  const card = classOf(entered)
  const set = (change: Partial<Entered>) => setEntered((before) => ({ ...before, ...change }))
  return (
    <div className="grid gap-4">
      <Field label="What are they buying?">
        <Select
          options={kindOptions}
          value={kind}
          onChange={({ target }) => setKind(target.value as PurchaseKind)}
        />
      </Field>
      <CardPhoto
        onTaken={() => setEntered(nothing)}
        // Whoever typed digits meanwhile has the answer already.
        onRead={(photo) => setEntered((before) => (before.digits === '' ? { ...nothing, photo } : before))}
      />
      <FirstDigits
        digits={entered.digits}
        onDigits={(digits) =>
          set({
            digits,
            photo: undefined,
            ...(entered.digits.length === firstDigitCount && { word: undefined }),
          })
        }
      />
      {card && (
        <Result entered={entered} card={card} place={place} kind={kind} onWord={(word) => set({ word })} />
      )}
      {card && (
        <Button variant="secondary" size="lg" onClick={() => setEntered(nothing)}>
          Check another card
        </Button>
      )}
    </div>
  )
}

interface FirstDigitsProps {
  digits: string
  onDigits: (digits: string) => void
}

/** Whatever is pasted, only the first six digits get into the field. */
function FirstDigits({ digits, onDigits }: FirstDigitsProps) {
  return (
    <Field label="First six digits" hint="They stay on this page. Don’t type the rest of the number.">
      <CodeInput
        value={digits}
        digits={firstDigitCount}
        maxLength={firstDigitCount}
        autoComplete="off"
        onChange={onDigits}
        onPaste={(event) => {
          event.preventDefault()
          onDigits(event.clipboardData.getData('text').replace(/\D/g, '').slice(0, firstDigitCount))
        }}
      />
    </Field>
  )
}

interface CardPhotoProps {
  onTaken: () => void
  onRead: (card: CardClass) => void
}

function CardPhoto({ onTaken, onRead }: CardPhotoProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function read(photo: File) {
    onTaken()
    setReading(true)
    setFailure(undefined)
    try {
      const form = new FormData()
      // The name of a file can tell whose card it is.
      form.append(cardPhotoField, photo, 'card')
      onRead(await sendForm(readCounterCard, form))
    } catch (error) {
      setFailure((error instanceof ApiError && error.fields[0]?.message) || errorText(error))
    } finally {
      setReading(false)
    }
  }

  return (
    <div className="grid gap-2">
      <input
        ref={input}
        type="file"
        aria-label="Photo of the card"
        accept="image/jpeg,image/png"
        capture="environment"
        hidden
        onChange={({ target }) => {
          const photo = target.files?.[0]
          // The same picture can be chosen again.
          target.value = ''
          if (photo) void read(photo)
        }}
      />
      <Button size="lg" isLoading={isReading} onClick={() => input.current?.click()}>
        <Camera aria-hidden className="size-5" />
        Take a photo of the card
      </Button>
      <p className="text-sm text-ink-muted">
        Photograph the front of the payment card and nothing else: it’s against the law to copy a government
        ID. We read the kind of card, and don’t keep the photo. Or type the digits instead.
      </p>
      {failure && <Banner tone="danger">{failure}</Banner>}
    </div>
  )
}

interface ResultProps {
  entered: Entered
  card: CardClass
  place: Place
  kind: PurchaseKind
  onWord: (word: Entered['word']) => void
}

function Result({ entered, card, place, kind, onWord }: ResultProps) {
  const { digits, photo, word } = entered
  if (card.program === 'other') {
    return (
      <div className="grid gap-3">
        <Banner tone="danger">This isn’t a GSA SmartPay card. Ask for a certificate.</Banner>
        <AskForCertificate state={place.state} />
      </div>
    )
  }
  if (photo?.program === 'unknown' && photo.line === 'unknown') {
    return <Banner tone="warning">We couldn’t read the number for sure. Type the first six digits.</Banner>
  }
  const isOpen = card.line === 'unknown' || word !== undefined
  // Not every line has cards that start with these digits.
  const possible = printedLines.filter(
    (line) => photo || classifyCard(digits, printedWords[line]).line === line,
  )
  return (
    <>
      {isOpen && <WordChoice lines={possible} word={word} onWord={onWord} />}
      {photo && card.line === 'travel' && card.billing === 'unknown' && (
        <Banner tone="info">Type the first six digits to see who pays the bill.</Banner>
      )}
      {(card.line !== 'unknown' || word === 'none') && (
        <CardAnswer
          // What is typed about one sale isn’t of the next.
          key={Object.values(card).join(' ')}
          card={card}
          place={place}
          kind={kind}
        />
      )}
    </>
  )
}

const anyOf = new Intl.ListFormat('en-US', { type: 'disjunction' })

interface WordChoiceProps {
  lines: readonly PrintedLine[]
  word: Entered['word']
  onWord: (word: Entered['word']) => void
}

function WordChoice({ lines, word, onWord }: WordChoiceProps) {
  const choices = [
    ...lines.map((line) => [line, printedWords[line]] as const),
    ['none', 'None of these'] as const,
  ]
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <p role="status">
        We can’t tell the kind of card. Look for the word{' '}
        {anyOf.format(lines.map((line) => printedWords[line]))}.
      </p>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">The word on the card</legend>
        {choices.map(([value, label]) => (
          <label
            key={value}
            className="relative inline-flex min-h-11 items-center rounded-full border border-line-strong/60 px-4 has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="card-word"
              value={value}
              checked={word === value}
              onChange={() => onWord(value)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {label}
          </label>
        ))}
      </fieldset>
    </div>
  )
}
