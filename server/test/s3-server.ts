import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Address } from '../src/platform/storage/s3-connection.ts'

export interface TestS3Server {
  address: S3Address
  /** Where the server keeps the objects, for tests that look at or change them. */
  folder: string
  stop(): Promise<void>
}

/** A real S3 server with one empty bucket. */
export async function startS3Server(): Promise<TestS3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'exempta-s3-'))
  const s3rver = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'files' }],
  })
  const { port } = await s3rver.run()
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
    async stop() {
      s3rver.httpServer.closeAllConnections()
      await s3rver.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
