import type { FieldName, NotACertificate } from '@exempta/knowledge/terms'
import type { Box, Quad } from '../geometry/quad.ts'

export interface ReadField {
  name: FieldName
  /** Counts fields of the same name on a page, from 0. */
  position: number
  value: string
  /** The state that a number is for, where the form says it. */
  state?: string
  quad: Quad
  confidence: number
  /** Read so well that nobody needs to look; everything else asks the owner to check. */
  isSure: boolean
}

/** `other` where we can't tell that it's older: it prints no revision, or a newer one. */
export type FormEdition = 'older' | 'other'

/** A zone of a form, as shares of the page it was found on. */
export interface ZoneOnPage extends Omit<Box, 'page'> {
  field: FieldName
  value?: string
}

export interface PageReading {
  /** Absent when the page is no form that we know. */
  form?: {
    code: string
    page: number
    confidence: number
    /** Present when the page isn't the edition that was learned: then nothing on it is sure. */
    edition?: FormEdition
    /** The revision that the page prints, when it isn't the one of the form's first blank. */
    revision?: string
    /** Where its zones lie; only when asked for. */
    zones?: ZoneOnPage[]
  }
  /** Present when the page is another kind of paper that we know. */
  notACertificate?: NotACertificate
  /** A license number was hidden where the certificate asks for one to say who buys. */
  hasHiddenLicense?: true
  /** The code of a separator sheet, as its barcode says it. Whoever reads it has to check whose it is. */
  sheet?: string
  fields: ReadField[]
}
