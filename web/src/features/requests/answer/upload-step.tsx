import type { UploadedFile } from '@exempta/contract/documents/files'
import { acceptedUploadTypes, documentLimits } from '@exempta/contract/documents/limits'
import { declineRequest, uploadAnswer } from '@exempta/contract/requests/answers'
import { Camera, FileUp, PenLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call, sendForm } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { StillTrue } from '../making/still-true.tsx'
import { findKeptUpload } from './kept-upload.ts'
import type { StepProps } from './step-props.ts'
import { type UploadProgress, uploadInPieces } from './upload-in-pieces.ts'

const types = Object.keys(acceptedUploadTypes).join()
const megabytes = documentLimits.uploadMaxBytes / 1024 ** 2

/** A photo or a file comes first; nothing is asked before. */
export function UploadStep({ token, page, onChange, onMake }: StepProps & { onMake: () => void }) {
  const { message, business, answer } = page
  const [trouble, setTrouble] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [isCard, setCard] = useState(false)
  const photo = useRef<HTMLInputElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<UploadProgress>()
  const failure = answer?.document?.failure?.text
  const unfinished = answer?.upload ?? undefined

  async function upload(input: HTMLInputElement) {
    const chosen = input.files?.[0]
    // The same file can be chosen again after it was refused.
    input.value = ''
    if (!chosen) return
    if (chosen.size > documentLimits.uploadMaxBytes) {
      setTrouble(`This file is larger than ${megabytes} MB. Please choose a smaller one.`)
      return
    }
    await send(chosen)
  }

  async function send(chosen: File) {
    setSending(true)
    setTrouble(undefined)
    try {
      const taken = isCard ? await sendCard(token, chosen) : await uploadInPieces(token, chosen, setProgress)
      if (taken.outcome === 'refused') setTrouble(taken.text)
      else await onChange()
    } catch (error) {
      setTrouble(errorText(error))
    } finally {
      setSending(false)
      setProgress(undefined)
    }
  }

  // After a reload, the upload goes on by itself.
  const isResumed = useRef(false)
  useEffect(() => {
    if (!unfinished || isResumed.current) return
    isResumed.current = true
    void findKeptUpload(token).then((kept) => {
      if (kept?.size === unfinished.sizeBytes) return send(kept)
    })
  })

  return (
    <div className="grid gap-5">
      {message && (
        <blockquote className="border-l-2 border-line pl-3 whitespace-pre-line [overflow-wrap:anywhere]">
          {message}
        </blockquote>
      )}
      {(trouble ?? failure) && <Banner tone="danger">{trouble ?? failure}</Banner>}
      {progress ? (
        <Progress
          label={unfinished?.name ?? 'Your certificate'}
          percent={progress.percent}
          detail={progress.isWaiting ? 'Reconnecting…' : undefined}
        />
      ) : (
        unfinished && (
          <Banner tone="info">
            {unfinished.name} hasn’t arrived whole. Choose the same file again, and we’ll go on where it
            stopped.
          </Banner>
        )
      )}
      {page.earlier && <StillTrue token={token} page={page} onChange={onChange} earlier={page.earlier} />}
      <section aria-labelledby="have-one" className="grid gap-3">
        <h2 id="have-one" className="text-lg font-semibold">
          I have a certificate
        </h2>
        <input
          ref={photo}
          type="file"
          accept="image/jpeg,image/png"
          capture="environment"
          aria-label="Photo of your certificate"
          hidden
          onChange={({ target }) => void upload(target)}
        />
        <input
          ref={file}
          type="file"
          accept={types}
          aria-label="File of your certificate"
          hidden
          onChange={({ target }) => void upload(target)}
        />
        <Button
          size="lg"
          className="hidden pointer-coarse:inline-flex"
          isLoading={isSending}
          onClick={() => photo.current?.click()}
        >
          <Camera aria-hidden className="size-5" />
          Take a photo
        </Button>
        <Button size="lg" variant="secondary" isLoading={isSending} onClick={() => file.current?.click()}>
          <FileUp aria-hidden className="size-5" />
          Choose a file
        </Button>
        <Checkbox
          label="This is a photo of a payment card"
          hint="We hide its number, and we keep nothing if we can’t find it."
          checked={isCard}
          onChange={({ target }) => setCard(target.checked)}
        />
        <p className="text-sm text-ink-muted">
          PDF, JPG or PNG, up to {megabytes} MB. We hide private numbers before anyone sees it, and{' '}
          {business.name} gets nothing until you choose Send.
        </p>
      </section>
      <section aria-labelledby="make-one" className="grid gap-3 border-t border-line pt-5">
        <h2 id="make-one" className="text-lg font-semibold">
          I don’t have one yet
        </h2>
        <p className="text-ink-muted">Answer five questions and sign. It takes about three minutes.</p>
        <Button size="lg" onClick={onMake} disabled={isSending}>
          <PenLine aria-hidden className="size-5" />
          Make one now
        </Button>
      </section>
      <Declines token={token} page={page} onChange={onChange} />
    </div>
  )
}

/** Photos of payment cards are never kept, neither here nor in pieces on the server. */
async function sendCard(token: string, photo: File): Promise<UploadedFile> {
  const form = new FormData()
  form.append('card-front', photo, photo.name)
  return (await sendForm(uploadAnswer, form, { params: { token } })).file
}

/** Both answers hold for good, so nothing more is asked. */
function Declines({ token, page: { business, email, isDeclined }, onChange }: StepProps) {
  const [sending, setSending] = useState<'not-exempt' | 'no-email'>()
  const [confirmed, setConfirmed] = useState<string>()
  const [trouble, setTrouble] = useState<string>()

  async function decline(kind: 'not-exempt' | 'no-email', text: string) {
    setSending(kind)
    setTrouble(undefined)
    try {
      await call(declineRequest, { params: { token }, body: { kind } })
      setConfirmed(text)
      await onChange()
    } catch (error) {
      setTrouble(errorText(error))
    } finally {
      setSending(undefined)
    }
  }

  const notExempt = `We’ve let ${business.name} know that you’re not exempt. We won’t ask you again.`
  const text = confirmed ?? (isDeclined ? notExempt : undefined)
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      {trouble && <Banner tone="danger">{trouble}</Banner>}
      {text && <Banner tone="success">{text}</Banner>}
      <div className="flex flex-wrap gap-2">
        {!isDeclined && (
          <Button
            variant="secondary"
            isLoading={sending === 'not-exempt'}
            onClick={() => void decline('not-exempt', notExempt)}
          >
            I’m not exempt
          </Button>
        )}
        {email && (
          <Button
            variant="ghost"
            isLoading={sending === 'no-email'}
            onClick={() => void decline('no-email', `We won’t email ${email} for ${business.name} again.`)}
          >
            Don’t email me again
          </Button>
        )}
      </div>
    </div>
  )
}
