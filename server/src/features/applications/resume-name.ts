import { type ResumeType, resumeTypes } from '@exempta/contract/applications'

const nameLength = 120
// Control characters, and those that are not seen but turn the direction of the text around them.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A name to show and to save under: one line, no folders, with the ending of what the file really is. */
export function resumeName(untrusted: string, type: ResumeType): string {
  const plain = untrusted.toWellFormed().normalize('NFC').replace(invisible, '')
  const last = plain.split(/[/\\]/).at(-1) ?? ''
  const stem = last.replace(/\.(?:pdf|docx?)$/i, '').replace(/^[. ]+|[. ]+$/g, '')
  return ([...stem].slice(0, nameLength).join('') || 'resume') + resumeTypes[type]
}
