import { listKeys } from '@exempta/contract/binders'
import { BinderError } from '@exempta/contract/binders/read-zip'
import { type BinderManifest, verifyBinder } from '@exempta/contract/binders/verify-binder'
import { SealError, type SignedSeal, verifySignedFile } from '@exempta/contract/certificates/signed-file'
import { fingerprintOf, NoSignaturesError } from '@exempta/contract/signatures'
import { Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { formatDayOf } from '../../../lib/format.ts'
import { useIsHydrated } from '../../../lib/hooks.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Field } from '../../../ui/field.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { count, nameOf, periodOf, summaryOf } from '../binder-words.ts'

type Result =
  | { status: 'checking'; percent: number }
  | { status: 'signed'; seal: SignedSeal; fingerprint: string; isKeyGiven: boolean }
  | { status: 'good'; manifest: BinderManifest; fingerprint: string; isKeyGiven: boolean }
  | { status: 'bad'; problem: string }

/** The file never leaves the device: only the public key can be asked for. */
export function VerifyForm() {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState<string>()
  const [keyProblem, setKeyProblem] = useState<string>()
  const [result, setResult] = useState<Result>()
  const fileLabel = useId()
  // Pressed before, the browser itself would send the form.
  const isReady = useIsHydrated()
  const isChecking = result?.status === 'checking'

  async function fillKey() {
    setKeyProblem(undefined)
    try {
      const { keys } = await call(listKeys)
      const newest = keys.at(-1)
      if (newest) setKey(newest.publicKey)
      else setKeyProblem('This website hasn’t signed anything yet, so it has no key.')
    } catch (error) {
      setKeyProblem(errorText(error))
    }
    setResult(undefined)
  }

  async function check() {
    setProblem(file ? undefined : 'Please choose the binder’s ZIP file or the certificate’s PDF')
    if (!file) return
    setResult({ status: 'checking', percent: 0 })
    setResult(
      await checked(file, key.trim(), (share) =>
        setResult({ status: 'checking', percent: Math.round(share * 100) }),
      ),
    )
  }

  return (
    <div className="grid gap-6">
      <form
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          void check()
        }}
      >
        <div className="grid gap-2">
          <input
            ref={input}
            type="file"
            accept=".zip,.pdf,application/zip,application/pdf"
            aria-labelledby={fileLabel}
            hidden
            onChange={({ target }) => {
              setFile(target.files?.[0])
              setProblem(undefined)
              setResult(undefined)
              // The same file can be chosen again.
              target.value = ''
            }}
          />
          <p id={fileLabel} className="font-medium">
            The binder’s ZIP file, or the certificate’s PDF
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <Button variant="secondary" disabled={!isReady} onClick={() => input.current?.click()}>
              <Upload aria-hidden className="size-4" />
              Choose a file
            </Button>
            <span className="text-ink-muted [overflow-wrap:anywhere]">{file?.name ?? 'No file chosen'}</span>
          </div>
          {problem && <Banner tone="danger">{problem}</Banner>}
        </div>
        <div className="grid gap-3">
          <Field
            label="Public key"
            error={keyProblem}
            hint="Ask the seller for the address of their Exempta website and copy the key from /api/keys there. Without it, we can’t tell who signed it."
          >
            <TextInput
              autoComplete="off"
              spellCheck={false}
              value={key}
              onChange={({ target }) => {
                setKey(target.value)
                setResult(undefined)
              }}
            />
          </Field>
          <div>
            <Button variant="secondary" size="sm" disabled={!isReady} onClick={() => void fillKey()}>
              Use the key of this website
            </Button>
          </div>
        </div>
        <div>
          <Button type="submit" disabled={!isReady} isLoading={isChecking}>
            Check the file
          </Button>
        </div>
      </form>
      <div aria-live="polite">{result && <Outcome result={result} />}</div>
    </div>
  )
}

async function checked(file: File, key: string, onProgress: (share: number) => void): Promise<Result> {
  if (!window.isSecureContext) {
    return { status: 'bad', problem: 'Your browser checks signatures only on pages that begin with https.' }
  }
  if (file.name.toLowerCase().endsWith('.pdf')) return checkedCertificate(file, key)
  const source = {
    sizeBytes: file.size,
    read: async (start: number, length: number) =>
      new Uint8Array(await file.slice(start, start + length).arrayBuffer()),
  }
  try {
    const manifest = await verifyBinder(source, { expectedKey: key || undefined, onProgress })
    const fingerprint = await fingerprintOf(manifest.key.publicKey)
    return { status: 'good', manifest, fingerprint, isKeyGiven: key !== '' }
  } catch (error) {
    if (error instanceof BinderError) return { status: 'bad', problem: error.message }
    // The file was moved or changed while it was read.
    if (error instanceof DOMException)
      return { status: 'bad', problem: 'Your browser couldn’t read the file. Please choose it again.' }
    throw error
  }
}

async function checkedCertificate(file: File, key: string): Promise<Result> {
  try {
    const seal = await verifySignedFile(new Uint8Array(await file.arrayBuffer()), key || undefined)
    return {
      status: 'signed',
      seal,
      fingerprint: await fingerprintOf(seal.key.publicKey),
      isKeyGiven: key !== '',
    }
  } catch (error) {
    if (error instanceof SealError || error instanceof NoSignaturesError)
      return { status: 'bad', problem: error.message }
    if (error instanceof DOMException)
      return { status: 'bad', problem: 'Your browser couldn’t read the file. Please choose it again.' }
    throw error
  }
}

function Outcome({ result }: { result: Result }) {
  if (result.status === 'checking') return <Progress label="Checking the binder" percent={result.percent} />
  if (result.status === 'bad')
    return (
      <Banner tone="danger" title="Don’t rely on this file">
        {result.problem}
      </Banner>
    )
  if (result.status === 'signed') return <SignedOutcome {...result} />
  const { manifest, fingerprint, isKeyGiven } = result
  return (
    <div className="grid gap-6">
      {isKeyGiven ? (
        <Banner tone="success" title="Nothing was changed">
          {`All ${count(manifest.files.length)} files are as they were signed, with the key that you gave.`}
        </Banner>
      ) : (
        <Banner tone="warning" title="The files fit the signature, but we don’t know who signed">
          {`All ${count(manifest.files.length)} files fit the signature in the ZIP file. Anyone could have made it, so enter the public key and check again.`}
        </Banner>
      )}
      <Facts
        facts={[
          { label: 'Seller', value: manifest.business },
          { label: 'State and period', value: `${nameOf(manifest)}, ${periodOf(manifest)}` },
          { label: 'Made', value: formatDayOf(manifest.madeAt) },
          { label: 'Sales', value: summaryOf(manifest.counts) },
          { label: 'Fingerprint of the key', value: fingerprint },
        ]}
      />
    </div>
  )
}

function SignedOutcome({ seal, fingerprint, isKeyGiven }: Extract<Result, { status: 'signed' }>) {
  const { signer, seller, signedAt, shown } = seal
  return (
    <div className="grid gap-6">
      {isKeyGiven ? (
        <Banner tone="success" title="Nothing was changed">
          The certificate is as it was signed, and sealed with the key that you gave.
        </Banner>
      ) : (
        <Banner tone="warning" title="The file fits its seal, but we don’t know who sealed it">
          Anyone could have made the seal, so enter the public key and check again.
        </Banner>
      )}
      <Facts
        facts={[
          { label: 'Signed by', value: `${signer.name}, ${signer.title}` },
          { label: 'Email address', value: signer.email },
          { label: 'Given to', value: seller },
          { label: 'Signed on', value: formatDayOf(signedAt) },
          ...shown.map(({ label, value }) => ({ label: `Shown: ${label}`, value })),
          { label: 'Fingerprint of the key', value: fingerprint },
        ]}
      />
    </div>
  )
}
