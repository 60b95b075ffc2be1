import type { Readable } from 'node:stream'
import { isObjectName, type NoteName, ObjectMissingError, type ObjectStore } from './object-store.ts'
import { type S3Address, S3Connection } from './s3-connection.ts'
import { writeS3Object } from './s3-upload.ts'

// S3 takes no part below 5 MiB but the last; nearly every file fits in one.
const partBytes = 5 * 1024 * 1024

export interface S3BucketOptions extends S3Address {
  /** Put before every name, with a slash. */
  prefix: string
}

/** An S3 bucket for the files. */
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

    write: async (name, pieces) => writeS3Object(connection, objectOf(name), pieces, partBytes),

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
