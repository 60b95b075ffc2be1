import type { CompletedPart } from '@aws-sdk/client-s3'
import { inParts } from './in-parts.ts'
import type { S3Connection } from './s3-connection.ts'

export interface S3Object {
  Bucket: string
  Key: string
}

/** An upload in parts: the object comes into being with the last one, all of it at once. */
interface MultipartUpload {
  add(part: Buffer): Promise<void>
  complete(lastPart: Buffer): Promise<void>
  /** Aborts the upload. It never throws, because the original error is the one to report. */
  abort(): Promise<void>
}

async function startMultipartUpload(connection: S3Connection, object: S3Object): Promise<MultipartUpload> {
  const { client, sdk } = connection
  const begin = new sdk.CreateMultipartUploadCommand(object)
  const { UploadId } = await connection.run((options) => client.send(begin, options))
  const parts: CompletedPart[] = []

  const add = async (Body: Buffer) => {
    const PartNumber = parts.length + 1
    const command = new sdk.UploadPartCommand({ ...object, UploadId, PartNumber, Body })
    const { ETag } = await connection.run((options) => client.send(command, options), Body.length)
    parts.push({ ETag, PartNumber })
  }

  return {
    add,
    async complete(lastPart) {
      await add(lastPart)
      const command = new sdk.CompleteMultipartUploadCommand({
        ...object,
        UploadId,
        MultipartUpload: { Parts: parts },
      })
      await connection.run((options) => client.send(command, options))
    },
    async abort() {
      const command = new sdk.AbortMultipartUploadCommand({ ...object, UploadId })
      await connection.run((options) => client.send(command, options)).catch(() => {})
    },
  }
}

/**
 * Writes all of it or nothing. Parts that a dead process left are for the bucket's lifecycle rule to end. Memory holds
 * two parts, and there are 10,000 at most.
 */
export async function writeS3Object(
  connection: S3Connection,
  object: S3Object,
  pieces: AsyncIterable<Uint8Array>,
  partBytes: number,
): Promise<void> {
  const { client, sdk } = connection
  let upload: MultipartUpload | undefined
  let held: Buffer | undefined
  try {
    for await (const part of inParts(pieces, partBytes)) {
      if (held) {
        upload ??= await startMultipartUpload(connection, object)
        await upload.add(held)
      }
      held = part
    }
    const last = held ?? Buffer.alloc(0)
    if (upload) return await upload.complete(last)
    const command = new sdk.PutObjectCommand({ ...object, Body: last })
    await connection.run((limit) => client.send(command, limit), last.length)
  } catch (error) {
    await upload?.abort()
    throw error
  }
}
