/** Reads a signed file of rules: nothing in it counts before its signature fits. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { type RuleSet, RulesFile, SignedRulesFile, withRulesFile } from '@exempta/knowledge/rules-file'
import type { z } from 'zod'

/** Trusted to sign rules, by the names that the operator gave. */
export type RulesKeys = ReadonlyMap<string, KeyObject>

export class RulesFileError extends Error {}

export const rulesKeyOf = (base64: string): KeyObject =>
  createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })

export interface ReadRules {
  file: RulesFile
  rules: RuleSet
  /** Who signed it, by the operator's name for the key. */
  signedBy: string
}

export function readRulesFile(untrustedText: string, keys: RulesKeys): ReadRules {
  const signed = parsed(SignedRulesFile, asJson(untrustedText))
  const signedText = Buffer.from(JSON.stringify(signed.rules ?? null))
  const signature = Buffer.from(signed.signature, 'base64')
  const signer = [...keys].find(([, key]) => verify(null, signedText, key, signature))
  if (!signer) throw new RulesFileError('No key that this installation trusts has signed this file.')
  const file = parsed(RulesFile, signed.rules)
  const rules = withRulesFile(file)
  if ('mistakes' in rules) throw new RulesFileError(rules.mistakes.slice(0, 5).join('\n'))
  return { file, rules, signedBy: signer[0] }
}

function asJson(untrustedText: string): unknown {
  try {
    return JSON.parse(untrustedText)
  } catch {
    throw new RulesFileError('This isn’t a JSON file.')
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, untrusted: unknown): z.output<Schema> {
  const result = schema.safeParse(untrusted)
  if (result.success) return result.data
  const problems = result.error.issues.slice(0, 5)
  throw new RulesFileError(
    problems.map(({ path, message }) => `${path.join('.') || 'The file'}: ${message}`).join('\n'),
  )
}
