import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { useHotkey } from '../lib/hooks.ts'
import { TextInput } from './text-input.tsx'

const debounceMs = 250

interface SearchInputProps {
  /** Also the placeholder: the specified words. */
  label: string
  value: string
  onSearch: (text: string) => void
}

/** Searches as one types, a moment after the last key. `/` focuses it, Escape empties it. */
export function SearchInput({ label, value, onSearch }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [handed, setHanded] = useState(value)
  if (value !== handed) {
    setHanded(value)
    if (value !== text.trim()) setText(value)
  }
  // A search that waits must not call someone back who has already chosen a row. On a slow device the click on a row is
  // known before the navigation is.
  const isLeaving = useNavigation().state === 'loading'
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (text.trim() === handed || isLeaving) return
    waiting.current = setTimeout(() => {
      setHanded(text.trim())
      onSearch(text)
    }, debounceMs)
    return () => clearTimeout(waiting.current)
  }, [text, handed, isLeaving, onSearch])
  useHotkey('/', () => input.current?.focus())

  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && setText('')}
      onBlur={({ relatedTarget }) => relatedTarget?.closest('a') && clearTimeout(waiting.current)}
      className="[&::-webkit-search-cancel-button]:hidden"
      icon={<Search aria-hidden />}
      end={
        text !== '' && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              setText('')
              input.current?.focus()
            }}
            className="inline-flex size-8 items-center justify-center rounded-md text-ink-muted hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        )
      }
    />
  )
}
