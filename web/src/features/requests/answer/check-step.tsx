import { type AnswerDocument, answerPageAddress, checkAnswer } from '@exempta/contract/requests/answers'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import type { StepProps } from './step-props.ts'

export function ProcessingStep({ document: { progress } }: { document: AnswerDocument }) {
  const isStarted = progress && progress.page > 0 && progress.pageCount > 0
  return (
    <div role="status" className="grid justify-items-center gap-3 py-4 text-center">
      <Spinner className="size-8" />
      <p>
        {isStarted
          ? `Reading page ${progress.page} of ${progress.pageCount}…`
          : 'Hiding private numbers and reading your certificate…'}
      </p>
      <p className="text-sm text-ink-muted">
        You can leave this page. Open the link again on this device to continue.
      </p>
    </div>
  )
}

/** The redacted pages, as the business will see them. */
export function AnswerPages({ token, document }: { token: string; document: AnswerDocument }) {
  return (
    <div className="grid max-h-96 gap-2 overflow-y-auto rounded-control border border-line bg-subtle p-2">
      {Array.from({ length: document.pageCount ?? 0 }, (_, index) => index + 1).map((page) => (
        <img
          key={page}
          loading="lazy"
          src={answerPageAddress(token, document.version, page)}
          alt={`Page ${page}`}
          className="w-full"
        />
      ))}
    </div>
  )
}

/** One decision for all places: hiding too much can be repaired with another photo, showing too much can’t. */
export function CheckStep({ token, document, onChange }: StepProps & { document: AnswerDocument }) {
  const { version, uncertainAreas } = document
  const [sending, setSending] = useState<'hidden' | 'fine'>()
  const [trouble, setTrouble] = useState<string>()

  async function decide(resolution: 'hidden' | 'fine') {
    setSending(resolution)
    setTrouble(undefined)
    try {
      await call(checkAnswer, { params: { token }, body: { version, resolution } })
      await onChange()
    } catch (error) {
      setTrouble(errorText(error))
    } finally {
      setSending(undefined)
    }
  }

  return (
    <div className="grid gap-4">
      {trouble && <Banner tone="danger">{trouble}</Banner>}
      <p>
        {uncertainAreas === 1 ? 'One place' : `${uncertainAreas} places`} on it may be private, such as a
        Social Security number. Do you want us to hide {uncertainAreas === 1 ? 'it' : 'them'}?
      </p>
      <AnswerPages token={token} document={document} />
      <div className="flex flex-wrap gap-2">
        <Button isLoading={sending === 'hidden'} onClick={() => void decide('hidden')}>
          Hide {uncertainAreas === 1 ? 'it' : 'them'}
        </Button>
        <Button variant="secondary" isLoading={sending === 'fine'} onClick={() => void decide('fine')}>
          Nothing there is private
        </Button>
      </div>
    </div>
  )
}
