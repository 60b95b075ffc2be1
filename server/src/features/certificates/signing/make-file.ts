/** Makes the file of a signed certificate: filled in, with a last page about the signature, and sealed (0361). */
import { createHash } from 'node:crypto'
import type { Signature } from '@exempta/contract/certificates/fill'
import { type SignedSeal, sealLines, signedFormat } from '@exempta/contract/certificates/signed-file'
import { fieldWords } from '@exempta/contract/knowledge/blank-forms'
import { signingConsent } from '@exempta/contract/requests/making'
import { AppError } from '../../../platform/app-error.ts'
import { openSigner } from '../../../platform/crypto/signing-keys.ts'
import type { LastPage, RedactedPage, Redaction } from '../../../platform/sandbox/sandbox.ts'
import type { Services } from '../../../platform/services.ts'
import { BlankRefused, type FieldEntry, inSandbox, readBlank } from '../../knowledge/index.ts'
import { type Contents, emptySheet, entriesOn, linesOf, statedAs } from './made-paper.ts'

export interface Evidence {
  /** The document that it becomes. */
  id: string
  email: string
  signedAt: Date
  ip: string | null
  browser: string | null
}

type Released = Exclude<Redaction, { verdict: 'refused' }>

export interface SignedFile {
  result: Released
  formHash: Buffer
  fileHash: Buffer
  keyId: string
}

/** Throws when a value doesn't fit. The signature is there so that its place is tried, too. */
export async function fillIn(
  services: Services,
  contents: Contents,
  signature: Signature,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; entries: FieldEntry[] }> {
  const entries = entriesOn(contents, signature)
  const { blank } = contents.paper
  const empty = blank ? await readBlank(services, blank) : emptySheet()
  const { file, tooLong } = await refusing(() => services.sandbox.fill(empty, entries, signal))
  const fields = [...new Set(tooLong.flatMap((index) => entries[index]?.field ?? []))]
  if (fields.length > 0) {
    throw new AppError('invalid-input', {
      fields: fields.map((field) => ({
        path: draftFields[field] ?? field,
        message: `${fieldWords[field]}: this doesn’t fit on the form. Please shorten it.`,
      })),
    })
  }
  return { bytes: file, entries }
}

/** Where a field of the paper is typed. */
const draftFields: Partial<Record<FieldEntry['field'], string>> = {
  'purchaser-address': 'purchaserAddress',
  signature: 'signer',
}

const refusing = <T>(work: () => Promise<T>): Promise<T> =>
  inSandbox(work).catch((error: unknown) => {
    throw error instanceof BlankRefused ? new AppError('conflict', { text: error.message }) : error
  })

export async function makeSignedFile(
  services: Services,
  contents: Contents,
  signature: Signature,
  evidence: Evidence,
  signal: AbortSignal,
): Promise<SignedFile> {
  const { bytes: form, entries } = await fillIn(services, contents, signature, signal)
  const signer = await openSigner(services)
  const formHash = hashOf(form)
  const page = lastPageOf(services, contents, signature, evidence, formHash.toString('hex'))
  const whole = await refusing(() => services.sandbox.addLastPage(form, page, signal))
  const fileHash = hashOf(whole)
  const seal: SignedSeal = {
    format: signedFormat,
    certificate: evidence.id,
    madeBy: services.publicUrl,
    seller: contents.seller.name,
    signer: { name: contents.draft.signer, title: contents.draft.title, email: evidence.email },
    signedAt: evidence.signedAt.toISOString(),
    from: { ip: evidence.ip, browser: evidence.browser },
    signature: signature.kind,
    consent: signingConsent,
    shown: linesOf(contents),
    form: { sizeBytes: form.length, sha256: formHash.toString('hex') },
    file: { sizeBytes: whole.length, sha256: fileHash.toString('hex') },
    key: { id: signer.key.id, publicKey: signer.key.publicKey.toString('base64') },
  }
  const sealed = Buffer.concat([whole, Buffer.from(sealLines(whole, seal, signer.sign), 'latin1')])
  const drawn = await refusing(() => services.sandbox.redact(sealed, { whenFull: 'fail', signal }))
  if (drawn.verdict === 'refused') throw new AppError('conflict', { text: drawn.advice })
  // The file is handed out as it was signed, so nothing that has to be hidden may be on it.
  if (drawn.pages.some(({ findings }) => findings.length > 0)) {
    throw new AppError('conflict', {
      text: 'Something you typed looks like a private number, such as a Social Security number. Go back and leave it out.',
    })
  }
  const pages = drawn.pages.map((page, index) => ({
    ...page,
    uncertain: [],
    reading: readingOf(contents, entries, page, index + 1),
  }))
  return {
    result: { ...drawn, output: sealed, pages },
    formHash,
    fileHash,
    keyId: signer.key.id,
  }
}

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** What was typed is known for sure. */
function readingOf(
  { paper: { form, blank }, draft, signedOn }: Contents,
  entries: readonly FieldEntry[],
  { width, height }: RedactedPage,
  number: number,
): NonNullable<RedactedPage['reading']> {
  const own = entries.filter(({ page, field }) => page === number && (blank !== null || field !== 'reason'))
  const counts = new Map<string, number>()
  const fields = own.map((entry) => {
    const { field, x, y } = entry
    const position = counts.get(field) ?? 0
    counts.set(field, position + 1)
    const [right, below] = [x + entry.width, y + entry.height]
    return {
      name: field,
      position,
      value: textOf(entry, { draft, signedOn }),
      ...(field === 'number' && { state: draft.state }),
      quad: [
        [x * width, y * height],
        [right * width, y * height],
        [right * width, below * height],
        [x * width, below * height],
      ] as const,
      confidence: 1,
      isSure: true,
    }
  })
  const isFormPage = blank?.zones.some(({ page }) => page === number) ?? false
  return { ...(isFormPage && { form: { code: form.code, page: number, confidence: 1 } }), fields }
}

function textOf(entry: FieldEntry, { draft, signedOn }: Pick<Contents, 'draft' | 'signedOn'>): string {
  if (entry.field === 'signed-on') return signedOn
  if (entry.field === 'reason') return statedAs[draft.claim].reason
  return entry.kind === 'text' && entry.field !== 'blanket' ? entry.text : 'yes'
}

function lastPageOf(
  { publicUrl }: Services,
  contents: Contents,
  signature: Signature,
  { id, email, signedAt, ip, browser }: Evidence,
  formHash: string,
): LastPage {
  const { draft, seller } = contents
  return {
    title: 'How this certificate was signed',
    rows: [
      { label: 'Signed by', text: `${draft.signer}, ${draft.title}` },
      { label: 'For', text: draft.purchaser },
      { label: 'Given to', text: seller.name },
      { label: 'Signed on', text: `${signedAt.toISOString().replace('T', ' ').slice(0, 19)} UTC` },
      { label: 'Signature', text: signature.kind === 'drawn' ? 'Drawn by hand' : 'Typed' },
      { label: 'Email address', text: `${email}, confirmed with a code or by logging in` },
      { label: 'Network address', text: ip ?? 'Not known' },
      { label: 'Browser', text: asPrinted(browser) ?? 'Not known' },
      { label: 'Agreed to', text: asPrinted(signingConsent) ?? '' },
      ...linesOf(contents).map(({ label, value }) => ({
        label: `Shown: ${asPrinted(label) ?? ''}`,
        text: asPrinted(value) ?? '',
      })),
      { label: 'SHA-256 before this page', text: formHash },
      { label: 'Certificate', text: id },
    ],
    closing: `Made and signed with Exempta at ${publicUrl}. This file is sealed. Check at ${publicUrl}/verify-binder, or with "npm run binder:verify", that it wasn't changed after it was signed.`,
  }
}

/** With signs that the standard fonts have. */
const asPrinted = (text: string | null): string | null =>
  text === null ? null : text.replace(/[‘’]/g, "'").replace(/[^\x20-\x7e\xa1-\xff]/g, '?')
