import type { NormalText } from '../normalise-text.ts'
import type { Secret } from '../secret.ts'

/** Finds one family of secrets; positions are those of the normal text. */
export type Rule = (source: NormalText) => Secret[]
