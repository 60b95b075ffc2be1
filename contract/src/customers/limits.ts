import { dayMs } from '../durations.ts'

/** A customer's record. */
export const customerLimits = {
  numberLength: 60,
  nameLength: 200,
  otherNames: 20,
  contacts: 20,
  addresses: 60,
  streetLength: 300,
  cityLength: 100,
  postalCodeLength: 20,
  phoneLength: 40,
  tags: 30,
  tagLength: 40,
  noteLength: 2000,
  /** How many parents lead up to the topmost one. */
  parentDepth: 10,
  taggedAtOnce: 500,
  /** How long a merge can be undone. */
  mergeUndoDays: 30,
  mergeUndoMs: 30 * dayMs,
} as const
