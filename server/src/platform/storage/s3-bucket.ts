import type { Readable } from 'node:stream'
import type { CompletedPart } from '@aws-sdk/client-s3'
import { inParts } from './in-parts.ts'
import { isObjectName, type NoteName, ObjectMissingError, type ObjectStore } from './object-store.ts'
import { type S3Address, S3Connection } from './s3-connection.ts'

interface S3Object {
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

// S3 takes no part below 5 MiB but the last; nearly every file fits in one.
const partBytes = 5 * 1024 * 1024

export interface S3BucketOptions extends S3Address {
  /** Put before every name, with a slash. */
  prefix: string
}

/** An S3 bucket. Uploads in parts that a dead process left are for the bucket's lifecycle rule to end. */
export async function openS3Bucket(options: S3BucketOptions): Promise<ObjectStore> {
  const connection = await S3Connection.open(options)
  const { sdk } = connection
  const objectOf = (name: string) => {
    if (!isObjectName(name)) throw new TypeError('Not a name of an object.')
    return { Bucket: options.bucket, Key: options.prefix + name }
  }
  const noteOf = (name: NoteName) => ({ Bucket: options.bucket, Key: `${options.prefix}notes/${name}` })

  return {
    kind: 'bucket',

    async write(name, pieces) {
      const object = objectOf(name)
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
        if (upload) await upload.complete(last)
        else
          await connection.run(
            (limit) => connection.client.send(new sdk.PutObjectCommand({ ...object, Body: last }), limit),
            last.length,
          )
      } catch (error) {
        await upload?.abort()
        throw error
      }
    },

    async read(name, { start, end, totalBytes }) {
      const command = new sdk.GetObjectCommand({ ...objectOf(name), Range: `bytes=${start}-${end - 1}` })
      const { Body, ContentRange } = await connection.run((limit) => connection.client.send(command, limit))
      const body = Body as Readable
      if (Number(ContentRange?.split('/')[1]) !== totalBytes) {
        body.destroy()
        throw new ObjectMissingError()
      }
      return connection.piecesOf(body)
    },

    async remove(name) {
      const command = new sdk.DeleteObjectCommand(objectOf(name))
      await connection.run((limit) => connection.client.send(command, limit))
    },

    async *list(after) {
      for (let from = after, hasMore = true; hasMore; ) {
        // The first version of this call pages by name alone; not every server gets the second one's tokens right.
        const command = new sdk.ListObjectsCommand({
          Bucket: options.bucket,
          Prefix: options.prefix,
          Marker: options.prefix + from,
          MaxKeys: options.listPageSize,
        })
        const page = await connection.run((limit) => connection.client.send(command, limit))
        const names = (page.Contents ?? []).map(({ Key = '' }) => Key.slice(options.prefix.length))
        yield* names.filter(isObjectName)
        from = names.at(-1) ?? from
        hasMore = page.IsTruncated === true && names.length > 0
      }
    },

    removeUnfinished: async () => 0,

    async writeNote(name, text) {
      const command = new sdk.PutObjectCommand({ ...noteOf(name), Body: text })
      await connection.run((limit) => connection.client.send(command, limit))
    },

    async readNote(name) {
      try {
        const command = new sdk.GetObjectCommand(noteOf(name))
        const { Body } = await connection.run((limit) => connection.client.send(command, limit))
        const pieces: Uint8Array[] = []
        for await (const piece of connection.piecesOf(Body as Readable)) pieces.push(piece)
        return Buffer.concat(pieces).toString('utf8')
      } catch (error) {
        if (error instanceof ObjectMissingError) return undefined
        throw error
      }
    },

    async check() {
      // Not every server lets a client that may only use objects query the bucket itself.
      const command = new sdk.ListObjectsCommand({
        Bucket: options.bucket,
        Prefix: options.prefix,
        MaxKeys: 1,
      })
      await connection.run((limit) => connection.client.send(command, limit))
      return { freeBytes: null }
    },

    close: async () => connection.client.destroy(),
  }
}
