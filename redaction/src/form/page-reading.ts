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

export interface PageReading {
  /** Absent when the page is no form that we know. */
  form?: {
    code: string
    page: number
    confidence: number
    /** Where its zones lie, as shares of the page, in the order of the form's own zones; only when asked for. */
    zones?: Omit<Box, 'page'>[]
  }
  /** Present when the page is another kind of paper that we know. */
  notACertificate?: NotACertificate
  fields: ReadField[]
}
