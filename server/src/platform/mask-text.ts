import { type MaskedKind, maskedKinds } from '@exempta/contract/masking'
import { maskSecrets } from '@exempta/redaction/text'

const isMaskedKind = (kind: string): kind is MaskedKind => Object.hasOwn(maskedKinds, kind)

/** Free text as it may be stored: whatever would be hidden in a document is replaced by dots of the same length. */
export function maskText(untrustedText: string): { text: string; masked: MaskedKind[] } {
  const { text, kinds } = maskSecrets(untrustedText)
  return { text, masked: kinds.filter(isMaskedKind) }
}

/**
 * The same for the named fields of a parsed body, `filters.name` for one inside another, and every item of a list;
 * fields that were left out, or hold no text, stay as they are.
 */
export function maskFields<Body extends object>(
  body: Body,
  names: readonly string[],
): { body: Body; masked: MaskedKind[] } {
  const masked: MaskedKind[] = []
  const mask = (value: unknown, path: string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => mask(item, path))
    const [name, ...rest] = path
    if (name === undefined) {
      if (typeof value !== 'string') return value
      const safe = maskText(value)
      masked.push(...safe.masked)
      return safe.text
    }
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return value
    return { ...value, [name]: mask(value[name as keyof typeof value], rest) }
  }
  const safe = names.reduce<unknown>((result, name) => mask(result, name.split('.')), body)
  return { body: safe as Body, masked }
}

// No secret has fewer digits, and most cells have none at all.
const mayHoldSecret = /(?:\d\D*){3}/

/** The masked text of one cell. In a long list, looking for secrets takes longer than all else. */
export const maskCell = (text: string): string => (mayHoldSecret.test(text) ? maskText(text).text : text)
