import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Address } from '../src/platform/storage/s3-connection.ts'

export interface TestS3Server {
  address: S3Address
  /** Where the server keeps the objects, for tests that look at or change them. */
  folder: string
  /** Refuses connections until it is resumed at the same address. */
  pause(): Promise<void>
  resume(): Promise<void>
  stop(): Promise<void>
}

/** A real S3 server with one empty bucket. */
export async function startS3Server(): Promise<TestS3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'exempta-s3-'))
  const create = (port: number) =>
    new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'files' }],
    })
  let s3rver = create(0)
  const { port } = await s3rver.run()
  const pause = async () => {
    s3rver.httpServer.closeAllConnections()
    await s3rver.close()
  }
  return {
    folder,
    address: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'files',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      listPageSize: 7,
    },
    pause,
    async resume() {
      s3rver = create(port)
      await s3rver.run()
    },
    async stop() {
      await pause()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
