import type { CompletedPart } from '@aws-sdk/client-s3'
import type { S3Connection } from './s3-connection.ts'

interface S3Object {
  Bucket: string
  Key: string
}

/** An upload in parts: the object comes into being with the last one, all of it at once. */
export interface MultipartUpload {
  add(part: Buffer): Promise<void>
  complete(lastPart: Buffer): Promise<void>
  /** Gives up; never fails, since the error that led here is the one to tell. */
  abort(): Promise<void>
}

export async function startMultipartUpload(
  connection: S3Connection,
  object: S3Object,
): Promise<MultipartUpload> {
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
