import type { Edition } from '@exempta/knowledge/schema'
import type { CardClass } from '@exempta/knowledge/terms'
import type { CardSide } from './card/find-on-card.ts'
import type { FileType, Rasteriser } from './document/rasteriser.ts'
import type { Writer } from './document/writer.ts'
import type { Finding, UncertainArea } from './finding.ts'
import type { PageReading } from './form/page-reading.ts'
import type { PlaceForm } from './form/place-form.ts'
import type { Box } from './geometry/quad.ts'
import type { Word } from './page/piece.ts'
import type { TextReader } from './reader/text-reader.ts'
import type { RefusalReason } from './refusal.ts'

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
  /** Further blanks of known forms, which this installation has learned. */
  editions?: readonly Edition[] | undefined
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
