import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { limitFileSize } from '../../../test/file-size-limit.ts'
import { startS3Server } from '../../../test/s3-server.ts'
import { systemClock } from '../clock.ts'
import { keyFile } from '../crypto/master-key.ts'
import { type MasterKeys, openMasterKeys } from '../crypto/master-keys.ts'
import { sealedSize } from '../crypto/sealed-stream.ts'
import { systemActor } from '../db/actor.ts'
import { createFileStore, type FileStore } from './file-store.ts'
import { openLocalFolder } from './local-folder.ts'
import { type ObjectStore, StoreFullError, StoreUnavailableError } from './object-store.ts'
import { openS3Bucket } from './s3-bucket.ts'

const rounds = Number(process.env.FAULT_ROUNDS ?? 3)
const timeouts = { connectMs: 200, answerMs: 300, pieceMs: 300 }
// For servers that answer in the end, however busy the machine is.
const patientTimeouts = { connectMs: 30_000, answerMs: 30_000, pieceMs: 30_000 }
const newFile = () => ({ documentId: randomUUID(), rendition: 'original', version: 1 })

let database: TestDatabase
let masterKeys: MasterKeys

beforeAll(async () => {
  database = await createTestDatabase()
  const source = keyFile(join(database.location.dataDir, 'master.key'))
  masterKeys = await openMasterKeys({ database, clock: systemClock }, source)
})
afterAll(() => database.dispose())

const filesOn = (store: ObjectStore): FileStore =>
  createFileStore({ database, clock: systemClock, masterKeys, store })

async function store(files: FileStore, content: Uint8Array) {
  const file = newFile()
  const draft = await files.put(file, content)
  await database.transact(systemActor, (tx) => files.publish(tx, draft))
  return file
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

describe('a disk that is full', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'exempta-full-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test(`leaves nothing half-written, ${rounds} times, and goes on when there is room`, async () => {
    const files = filesOn(await openLocalFolder(join(folder, 'files')))
    const kept = await store(files, Buffer.from('kept'))
    const before = await filesBelow(folder)
    // The embedded database must still be able to write its own files, of 16 MiB.
    const freeBytes = 32 * 1024 ** 2
    onTestFinished(limitFileSize(freeBytes))
    for (let round = 0; round < rounds; round++) {
      const tooMuch = randomBytes(freeBytes + Math.floor(Math.random() * 2_000_000))
      const refusal = () => files.put(newFile(), tooMuch).catch((error: unknown) => error)
      expect(await refusal(), `round ${round}`).toBeInstanceOf(StoreFullError)
      expect(await refusal(), `round ${round}`).toMatchObject({ code: 'no-room' })
      expect(await filesBelow(folder), `round ${round}`).toEqual(before)
      const fits = await store(files, randomBytes(2_000_000))
      expect(await buffer((await files.get(fits)).stream), `round ${round}`).toHaveLength(2_000_000)
      await database.transact(systemActor, (tx) => files.destroy(tx, fits))
      await files.clearDiscarded()
    }
    expect(String(await buffer((await files.get(kept)).stream))).toBe('kept')
  })

  test('refuses the key file too, and leaves the old one', async () => {
    const source = keyFile(join(folder, 'master.key'))
    await source.save?.([])
    const key = { ...(await masterKeys.reload())[0] } as Parameters<
      NonNullable<typeof source.save>
    >[0][number]
    onTestFinished(limitFileSize(100))
    await expect(source.save?.([key, key, key])).rejects.toThrow('EFBIG')
    expect(await source.load()).toEqual([])
    expect(await filesBelow(folder)).not.toContainEqual(expect.stringMatching(/^master\.key\./))
  })
})

describe('a folder that is gone', () => {
  test('gives a clear error for every operation', async () => {
    const folder = join(database.location.dataDir, 'gone')
    const files = filesOn(await openLocalFolder(folder))
    const file = await store(files, Buffer.from('x'))
    await rm(folder, { recursive: true })
    await writeFile(folder, 'a file where the folder was')
    await expect(files.put(newFile(), Buffer.from('y'))).rejects.toThrow(StoreUnavailableError)
    await expect(files.get(file)).rejects.toThrow(StoreUnavailableError)
    await expect(files.sweepOrphans()).rejects.toThrow(StoreUnavailableError)
  })
})

test('the sweep leaves foreign files in the folder alone', async () => {
  const folder = join(database.location.dataDir, 'shared')
  const files = filesOn(await openLocalFolder(folder))
  await writeFile(join(folder, '.DS_Store'), '')
  await writeFile(join(folder, 'zz-notes'), '')
  await expect(files.sweepOrphans()).resolves.toBe(0)
  expect(await filesBelow(folder)).toEqual(['.DS_Store', 'zz-notes'])
})

describe('an S3 server in trouble', () => {
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  async function bucketAt(port: number, allowed = timeouts): Promise<ObjectStore> {
    const endpoint = `http://127.0.0.1:${port}`
    const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
    const bucket = await openS3Bucket({
      endpoint,
      bucket: 'files',
      region: 'us-east-1',
      ...credentials,
      prefix: 'x/',
      timeouts: allowed,
    })
    ends.push(() => bucket.close())
    return bucket
  }

  async function listening(server: Server): Promise<number> {
    const sockets = new Set<Socket>()
    server.on('connection', (socket) => sockets.add(socket))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    ends.push(async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return (server.address() as AddressInfo).port
  }

  const answering = (answer: RequestListener) => listening(createHttpServer(answer))

  async function expectRefusals(bucket: ObjectStore): Promise<void> {
    const files = filesOn(bucket)
    await expect(files.put(newFile(), Buffer.from('small'))).rejects.toThrow(StoreUnavailableError)
    await expect(files.put(newFile(), randomBytes(6_000_000))).rejects.toMatchObject({ code: 'unavailable' })
    await expect(files.sweepOrphans()).rejects.toThrow(StoreUnavailableError)
    const file = newFile()
    const local = filesOn(await openLocalFolder(join(database.location.dataDir, 'elsewhere')))
    const draft = await local.put(file, Buffer.from('x'))
    await database.transact(systemActor, (tx) => local.publish(tx, draft))
    await expect(files.get(file)).rejects.toThrow(StoreUnavailableError)
  }

  test('that is unreachable', async () => {
    const server = createServer()
    const port = await listening(server)
    server.close()
    await expectRefusals(await bucketAt(port))
  })

  test('that takes connections and never answers; the database stays free meanwhile', async () => {
    const bucket = await bucketAt(await listening(createServer(() => {})))
    const hanging = expectRefusals(bucket)
    await database.transact(systemActor, (tx) =>
      tx.selectFrom('stored_files').select('id').limit(1).execute(),
    )
    await hanging
  })

  test.each([500, 503, 403, 404])('that answers everything with %i', async (status) => {
    const code = status === 404 ? 'NoSuchBucket' : 'Trouble'
    const port = await answering((_request, response) => {
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code></Error>`)
    })
    await expectRefusals(await bucketAt(port))
  })

  test('that is full', async () => {
    const port = await answering((_request, response) => {
      response.writeHead(507, { 'content-type': 'application/xml' }).end('<Error><Code>Full</Code></Error>')
    })
    await expect(filesOn(await bucketAt(port)).put(newFile(), Buffer.from('x'))).rejects.toThrow(
      StoreFullError,
    )
  })

  /** A file in a local folder, and its ciphertext for a server to send. */
  async function sealedFile(content: Uint8Array) {
    const folder = await openLocalFolder(join(database.location.dataDir, 'elsewhere'))
    const file = newFile()
    const draft = await filesOn(folder).put(file, content)
    await database.transact(systemActor, (tx) => filesOn(folder).publish(tx, draft))
    const totalBytes = sealedSize(content.length)
    const sealed: Buffer[] = []
    const pieces = await folder.read(draft.objectName, { start: 0, end: totalBytes, totalBytes })
    for await (const piece of pieces) sealed.push(Buffer.from(piece))
    const headers = {
      'content-length': totalBytes,
      'content-range': `bytes 0-${totalBytes - 1}/${totalBytes}`,
    }
    return { file, sealed: Buffer.concat(sealed), headers }
  }

  test.each(['stops sending', 'hangs up'])('that %s in the middle of a file', async (how) => {
    const { file, sealed, headers } = await sealedFile(randomBytes(500_000))
    const port = await answering((_request, response) => {
      response.writeHead(206, headers)
      response.write(sealed.subarray(0, 200_000), () => {
        if (how === 'hangs up') response.destroy()
      })
    })
    const { stream } = await filesOn(await bucketAt(port)).get(file)
    await expect(buffer(stream)).rejects.toThrow(StoreUnavailableError)
  })

  test('a reader may take longer than the server may take to answer', async () => {
    const content = randomBytes(8_000_000)
    const { file, sealed, headers } = await sealedFile(content)
    const port = await answering((_request, response) => response.writeHead(206, headers).end(sealed))
    const { stream } = await filesOn(await bucketAt(port)).get(file)
    await delay(3 * (timeouts.connectMs + timeouts.answerMs))
    expect((await buffer(stream)).equals(content)).toBe(true)
  })

  test('that comes back is used again', async () => {
    const first = await startS3Server()
    const bucket = await bucketAt(Number(new URL(first.address.endpoint).port), patientTimeouts)
    const files = filesOn(bucket)
    const file = await store(files, Buffer.from('before'))
    await first.pause()
    await expect(files.get(file)).rejects.toThrow(StoreUnavailableError)
    await first.resume()
    expect(String(await buffer((await files.get(file)).stream))).toBe('before')
    await first.stop()
  })
})
