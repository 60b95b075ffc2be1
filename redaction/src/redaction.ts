import type { CardClass } from '@exempta/knowledge/terms'
import type { CardSide } from './card/find-on-card.ts'
import type { FileType, Rasteriser } from './document/rasteriser.ts'
import type { Writer } from './document/writer.ts'
import type { PageReading } from './form/page-reading.ts'
import type { PlaceForm } from './form/place-form.ts'
import type { Quad } from './geometry/quad.ts'
import type { Word } from './page/piece.ts'
import type { TextReader } from './reader/text-reader.ts'
import type { SecretKind } from './text/secret.ts'

/** What a hidden area held. The kinds beyond those of text exist on cards only, or were chosen. */
export type FindingKind = SecretKind | 'card-digits' | 'signature-strip' | 'chosen'

/** How an area was found: by the text rules, by the layout of cards, by its place on a card, or by its owner. */
export type FindingSource = 'text' | 'card' | 'position' | 'owner'

export interface Finding {
  kind: FindingKind
  /** Four corners in pixels of the upright page. */
  quad: Quad
  confidence: number
  source: FindingSource
}

/** A place where a secret was expected and not found: a person must look at it before the page is shared. */
export interface UncertainArea {
  /** Four corners in pixels of the upright page; the whole page when there is no better place. */
  quad: Quad
  expected: SecretKind
  reason: 'label-without-value' | 'value-not-read' | 'paper-without-secret'
}

const adviceByReason = {
  'unsupported-type': 'Please upload a PDF, JPG or PNG file.',
  'too-large': 'The file is too large. Upload a smaller one.',
  'too-many-pages': 'The file has too many pages. Upload fewer pages at a time.',
  damaged: 'We can’t open this file. Save or scan it again, then upload the new copy.',
  protected: 'This file is password-protected. Remove the password and upload it again.',
  'too-complex': 'This file takes too long to open. Print it to a new PDF or scan it, then upload that.',
  'adobe-reader-only':
    'This form only opens in Adobe Reader. Open it there, print it to a PDF, and upload that file.',
  'secret-remains':
    'We couldn’t be sure that a private number was fully hidden. Upload a sharper picture, or black out the number yourself first.',
  unreadable: 'We can’t read this page. Take a sharper picture in good light.',
  'card-number-not-found':
    'We couldn’t find the card number. Lay the card flat in good light and take a photo of the front that fills the picture.',
  'card-code-not-found':
    'We couldn’t find the security code. Lay the card flat in good light and take a photo of the back that fills the picture.',
} as const

export type RefusalReason = keyof typeof adviceByReason

/** Ends the work on a file: nothing of it may be released. */
export class Refusal extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'Refusal'
    this.reason = reason
  }
}

/** What a person can do about a refusal. */
export const adviceFor = (reason: RefusalReason): string => adviceByReason[reason]

/** What one file may cost. Everything beyond is refused or scaled down before it is read. */
export const limits = {
  fileBytes: 10 * 1024 * 1024,
  /** A file of our own, whose pages may have grown. */
  redactedFileBytes: 64 * 1024 * 1024,
  pages: 200,
  inputPixels: 50_000_000,
  outputPixels: 16_000_000,
  pdfDpi: 200,
  pdfPagePixels: 9_000_000,
  pdfPageSide: 6_000,
  /** Longest time to open a PDF, and to draw one of its pages. */
  pdfPageMs: 10_000,
  pdfMemoryBytes: 400 * 1024 * 1024,
  /** The picture of a PDF's page takes no more than this, or than a multiple of its share of the input. */
  outputPageBytes: 140_000,
  outputGrowth: 3,
  thumbnailSide: 320,
  pictureSide: 1600,
} as const

/** An area as shares of the width and height of its page; pages count from 1. */
export interface Box {
  page: number
  x: number
  y: number
  width: number
  height: number
}

export interface RedactOptions {
  /** The file is said to show this side of a payment card: it is released only when everything on it was found. */
  card?: CardSide | undefined
  /** Leaves driver-license numbers readable, for certificates where one is the only number. */
  keepDriverLicense?: boolean
  /** Also hides phone numbers and mail addresses. */
  hideContactDetails?: boolean
  /** Paints these areas and looks for nothing: for a file that was redacted before and is to hide more. */
  boxes?: readonly Box[] | undefined
  /** With `boxes`: pages that get some pass the second reading once more, and what it finds is hidden or refused. */
  readAgain?: boolean | undefined
  /** Lines written all over every page, over what was hidden. */
  stamp?: readonly string[] | undefined
  /** Also says where the zones of a known form lie: for blanks that are to be filled in. */
  withZones?: boolean | undefined
  /** The day of the reading (YYYY-MM-DD). Without it, no date of a signature is sure: it could lie ahead. */
  today?: string | undefined
  /** The page to begin with, counted from 1; the pages before it were finished by an earlier call. */
  firstPage?: number | undefined
  onProgress?: (progress: { page: number; pageCount: number }) => void
  /** Called after every page of a PDF but its last. The next page waits for it, so the caller can stop between two. */
  onPage?: (page: FinishedPage) => Promise<void>
  signal?: AbortSignal | undefined
  ports?: Partial<Ports>
}

export interface Ports {
  reader: TextReader
  rasterisers: Record<FileType, Rasteriser>
  writers: Record<FileType, Writer>
  /** Finds known forms on a page. */
  placeForm: PlaceForm
}

export interface RedactedPage {
  width: number
  height: number
  findings: Finding[]
  /** Empty when nothing is in doubt. */
  uncertain: UncertainArea[]
  /** Words that stay readable. */
  words: Word[]
  /** The form and what was filled in, of what stays readable; absent when only areas were painted. */
  reading?: PageReading
  /** The kind of the payment card on it; absent without one, and when its number was not read for certain. */
  card?: CardClass
  /** The redacted page as JPEG, to be shown; a file that is itself a picture needs none. */
  picture?: Uint8Array
}

/** A page of a PDF that is done: with `joinPdfs` the rest of the file can be made later, even by another process. */
export interface FinishedPage extends RedactedPage {
  picture: Uint8Array
  /** A PDF of this page alone. */
  file: Uint8Array
  /** On the first page of the file only. */
  thumbnail?: Uint8Array
}

export type Redaction =
  | {
      verdict: 'clean' | 'redacted'
      type: FileType
      output: Uint8Array
      thumbnail: Uint8Array
      pages: RedactedPage[]
    }
  | { verdict: 'refused'; reason: RefusalReason; advice: string }
