import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { toast } from './toast.ts'

const shownMs = 2000

/** Copies a text, and says for a moment that it did. */
function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast.error('Your browser didn’t allow copying. Select the text and copy it yourself.')
    }
  }
  return { isCopied, copy: () => void copy() }
}

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { isCopied, copy } = useCopy(text)
  return (
    <Button variant="secondary" size="sm" onClick={copy}>
      {isCopied ? (
        <Check aria-hidden className="size-4 text-success" />
      ) : (
        <Copy aria-hidden className="size-4" />
      )}
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </Button>
  )
}

/** An id that is copied by clicking it; `children` may be a shorter form of it. */
export function CopyId({ id, children = id }: { id: string; children?: string }) {
  const { isCopied, copy } = useCopy(id)
  return (
    <button
      type="button"
      title={`Copy ${id}`}
      onClick={copy}
      className="inline-flex items-center gap-1 rounded-sm text-left font-mono text-xs font-normal [overflow-wrap:anywhere] hover:text-ink hover:underline"
    >
      {children}
      {isCopied ? (
        <Check aria-hidden className="size-3 shrink-0 text-success" />
      ) : (
        <Copy aria-hidden className="size-3 shrink-0" />
      )}
      <span aria-live="polite" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </button>
  )
}
