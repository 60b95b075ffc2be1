import { findSecrets } from './find-secrets.ts'
import type { SecretKind } from './secret.ts'

/** The text with every letter and digit of its secrets replaced by a dot, and the kinds that were hidden. */
export function maskSecrets(untrustedText: string): { text: string; kinds: SecretKind[] } {
  const secrets = findSecrets(untrustedText)
  let text = ''
  let at = 0
  for (const { start, end } of secrets) {
    text += untrustedText.slice(at, start) + untrustedText.slice(start, end).replace(/[\p{L}\p{N}]/gu, '•')
    at = end
  }
  return { text: text + untrustedText.slice(at), kinds: [...new Set(secrets.map(({ kind }) => kind))] }
}
