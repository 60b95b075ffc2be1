import { type MaskedKind, maskedKinds } from '@exempta/contract/masking'
import { maskSecrets } from '@exempta/redaction/text'

const isMaskedKind = (kind: string): kind is MaskedKind => Object.hasOwn(maskedKinds, kind)

/** Free text as it may be stored: what would be hidden in a document is dots. Its length stays the same. */
export function maskText(untrustedText: string): { text: string; masked: MaskedKind[] } {
  const { text, kinds } = maskSecrets(untrustedText)
  return { text, masked: kinds.filter(isMaskedKind) }
}

/** The same for the named fields of a parsed body; fields that were left out, or hold no text, stay as they are. */
export function maskFields<Body extends object>(
  body: Body,
  names: readonly string[],
): { body: Body; masked: MaskedKind[] } {
  const masked: MaskedKind[] = []
  const result = { ...body } as Record<string, unknown>
  for (const name of names) {
    const value = result[name]
    if (typeof value !== 'string') continue
    const safe = maskText(value)
    result[name] = safe.text
    masked.push(...safe.masked)
  }
  return { body: result as Body, masked }
}
