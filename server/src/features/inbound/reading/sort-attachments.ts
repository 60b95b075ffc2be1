/** Which attachments can be added, and why others can't: in plain words, so that nothing is lost silently. */
import { detectFileType, fileHeadBytes, wrongTypeRefusal } from '@exempta/contract/documents/file-types'
import { uploadRefusals } from '@exempta/contract/documents/files'
import { documentLimits } from '@exempta/contract/documents/limits'
import { cleanLine } from '@exempta/contract/text'
import { maskText } from '../../../platform/mask-text.ts'
import { limits } from '../limits.ts'
import type { ParsedAttachment } from './parsed-email.ts'

export interface SortedAttachment {
  name: string
  sizeBytes: number
  refusal: string | null
  /** Nobody has to be told. */
  isDecoration: boolean
  content: Uint8Array<ArrayBuffer>
}

export function sortAttachments(untrusted: readonly ParsedAttachment[]): SortedAttachment[] {
  const names = new Set<string>()
  return untrusted.map((attachment, index) => {
    const isDecoration = isLogo(attachment) || isSignature(attachment)
    return {
      name: uniqueName(attachment, names),
      sizeBytes: attachment.content.length,
      refusal: refusalOf(attachment, index),
      isDecoration,
      content: attachment.content,
    }
  })
}

const isLogo = ({ isRelated, mimeType, content }: ParsedAttachment): boolean =>
  isRelated && mimeType.startsWith('image/') && content.length <= limits.logoBytes

const isSignature = ({ mimeType }: ParsedAttachment): boolean =>
  /^application\/(pkcs7|x-pkcs7|pgp)/.test(mimeType)

function refusalOf(attachment: ParsedAttachment, index: number): string | null {
  const { name, mimeType, content } = attachment
  if (isLogo(attachment)) return 'A small picture in the email’s text, such as a logo. We left it out.'
  if (isSignature(attachment)) return 'This is a signature of the email, not a document.'
  if (index >= limits.attachments) return `We add up to ${limits.attachments} files from one email.`
  if (content.length === 0) return uploadRefusals.empty
  if (mimeType === 'application/ms-tnef' || /^winmail\.dat$/i.test(name ?? '')) {
    return 'Outlook packed the files into winmail.dat, which we can’t open. Ask for the files as PDF, JPG or PNG.'
  }
  if (mimeType === 'message/rfc822') {
    return 'This is an email inside the email. Ask for its attachment as a PDF, JPG or PNG.'
  }
  if (/\.zip$/i.test(name ?? '') || /zip/.test(mimeType)) {
    return 'We don’t open ZIP files from emails. Ask for the files themselves.'
  }
  if (content.length > documentLimits.uploadMaxBytes) return uploadRefusals['too-large']
  if (!detectFileType(content.subarray(0, fileHeadBytes))) return uploadRefusals[wrongTypeRefusal(name ?? '')]
  return null
}

/** Two files of an email may have the same name; in an import they need different ones. */
function uniqueName({ name }: ParsedAttachment, taken: Set<string>): string {
  const last =
    cleanLine((name ?? '').toWellFormed())
      .split(/[/\\]/)
      .at(-1) ?? ''
  const clean =
    maskText(last)
      .text.slice(-(limits.attachmentNameLength - 10))
      .toWellFormed() || 'Attachment'
  let unique = clean
  for (let copy = 2; taken.has(unique); copy++) unique = clean.replace(/(\.[^.]{1,5})?$/, ` (${copy})$1`)
  taken.add(unique)
  return unique
}
