export type { CardSide } from './card/find-on-card.ts'
export { joinPdfs } from './document/pdf-writer.ts'
export { type FilledForm, type FormEntry, fillForm } from './form/fill-form.ts'
export type { Quad } from './geometry/quad.ts'
export type { Word } from './page/piece.ts'
export type { Glyph, Line, TextReader } from './reader/text-reader.ts'
export { redact } from './redact.ts'
export type {
  Box,
  Finding,
  FindingKind,
  FindingSource,
  FinishedPage,
  Ports,
  RedactedPage,
  Redaction,
  RedactOptions,
  UncertainArea,
} from './redaction.ts'
export { adviceFor, limits, type RefusalReason } from './redaction.ts'
