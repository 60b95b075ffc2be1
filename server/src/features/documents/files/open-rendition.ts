import type { FileIdentity } from '../../../platform/crypto/file-identity.ts'
import type { ByteRange } from '../../../platform/crypto/open-stream.ts'
import type { FileAnswer } from '../../../platform/http/send-file.ts'
import type { Services } from '../../../platform/services.ts'

/** Opens a stored file, or the part of it that is given, in any range. The caller has checked the right to it. */
export function openRendition<Type extends string>(
  { files }: Services,
  file: FileIdentity,
  answer: Pick<FileAnswer<Type>, 'name' | 'contentType' | 'isInline' | 'recordOpening'> & { part: ByteRange },
): FileAnswer<Type> {
  const { part, ...rest } = answer
  return {
    ...rest,
    sizeBytes: part.end - part.start,
    etag: `"${file.documentId}-${file.version}-${file.rendition}-${part.start}"`,
    content: async ({ start, end }) => {
      const { stream } = await files.get(file, { start: part.start + start, end: part.start + end })
      return stream
    },
  }
}
