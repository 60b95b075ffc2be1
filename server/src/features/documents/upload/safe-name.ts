import type { DocumentType } from '@exempta/contract/documents'
import { acceptedUploadTypes, documentLimits } from '@exempta/contract/documents/limits'
import { maskText } from '../../../platform/mask-text.ts'

// Control characters and invisible ones that change the direction of the surrounding text.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const ending = /\.[^.]{1,5}$/
const knownEndings: readonly string[] = Object.values(acceptedUploadTypes).flatMap((list) => [...list])

/**
 * Makes a file name that is safe to show and save: one line, no folders, no card numbers, and the extension
 * of the real type.
 */
export function safeName(untrustedName: string, type: DocumentType): string {
  const plain = untrustedName.toWellFormed().normalize('NFC').replace(invisible, '')
  const last = plain.split(/[/\\]/).at(-1) ?? ''
  const trimmed = last.replace(/\s+/g, ' ').replace(/^ +|[. ]+$/g, '')
  const endings: readonly string[] = acceptedUploadTypes[type]
  const found = trimmed.match(ending)?.[0] ?? ''
  const kept = endings.includes(found.toLowerCase()) ? found : (endings[0] ?? '')
  const isKnown = knownEndings.includes(found.toLowerCase())
  const stem = isKnown ? trimmed.slice(0, -found.length) : trimmed
  return (
    shortened(
      maskText(stem.replace(/^[. ]+/, '').trim()).text || 'Document',
      documentLimits.documentNameLength - kept.length,
    ) + kept
  )
}

function shortened(text: string, maxLength: number): string {
  let result = ''
  // Cuts between whole graphemes, such as an emoji that consists of several characters.
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if ([...result, ...segment].length > maxLength) break
    result += segment
  }
  return result || 'Document'
}
