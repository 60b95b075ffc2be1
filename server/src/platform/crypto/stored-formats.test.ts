/** What earlier releases stored must stay readable: each format is held to bytes that were sealed once. */
import { createHash, createSecretKey } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBackup } from '../backup/sealed-backup.ts'
import { openAnswer } from '../idempotency/idempotent-calls.ts'
import { masterKey } from './master-key.ts'
import { openSecret } from './sealed-secrets.ts'
import { chunkBytes, openStream, sealStream } from './sealed-stream.ts'
import { unwrapKey } from './wrap-key.ts'

const keyBytes = Buffer.from(Array.from({ length: 32 }, (_, index) => index))
const master = masterKey(keyBytes)
const key = createSecretKey(keyBytes)
const id = '11111111-1111-4111-8111-111111111111'
const file = { documentId: id, rendition: 'redacted', version: 3 }

const stored = {
  wrappedKey:
    '2420e50a4a0101246d3082da25409ade401b9fed8443f6a65497849a1a58e0110939457a358be9ab6928fd326b253a6e38953482719da2ed60676e21',
  secret: '3c8159c70af0e4708e9af96e1dbdd0c354d3d2c7cdbb6125423c8e0e3265e83923930075eace785801df',
  answer: 'ac06aa63f70d8c9c8ab1eab00d61cbe66987dcb70b1c9a5d1d140e88c2f27771a0029815232b43',
  chunk: '74f6cf9d2391f3d79513cb5e2df84dca8d3a774bbbd8',
  twoChunksSha256: 'deee977882490f53fa494adc279283e9d8c719343b5ea44c1089b3cb8fc67329',
  // Its key was derived at the low cost that tests use for argon2.
  backup:
    '4558454d5054412d4241434b55502d310abb1967a3cbe36dbdcadf62d663eb72a762333665393837652d653434352d346437642d616337662d3738373636363239353835394c86594ae2be259764e691bad492fd3618523136b55aed221a877214d27c2fd831853abbb2f77f3d',
}
const bytesOf = (name: keyof typeof stored) => Buffer.from(stored[name], 'hex')

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(Buffer.from(piece))
  return Buffer.concat(all)
}

test('a wrapped file key of an earlier release opens', () => {
  expect(unwrapKey(master, bytesOf('wrappedKey'), file).export()).toEqual(Buffer.alloc(32, 7))
})

test('a sealed secret of an earlier release opens', () => {
  const name = { ownerId: id, purpose: 'authenticator' } as const
  expect(openSecret(master, bytesOf('secret'), name).toString()).toBe('a small secret')
})

test('a kept API answer of an earlier release opens', () => {
  expect(openAnswer(key, bytesOf('answer'), { keyId: id, name: 'first' })).toBe('{"ok":true}')
})

test('a file of an earlier release opens, and is sealed to the same bytes today', async () => {
  const sizeBytes = 'a page'.length
  const opened = openStream(key, { ...file, sizeBytes }, { start: 0, end: sizeBytes }, inPieces('chunk'))
  expect((await collect(opened)).toString()).toBe('a page')
  expect((await collect(sealStream(key, file, [Buffer.from('a page')]))).toString('hex')).toBe(stored.chunk)
  const twoChunks = await collect(sealStream(key, file, [Buffer.alloc(chunkBytes + 3, 5)]))
  expect(createHash('sha256').update(twoChunks).digest('hex')).toBe(stored.twoChunksSha256)
})

test('a backup of an earlier release opens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'exempta-formats-'))
  try {
    await writeFile(join(folder, 'backup'), bytesOf('backup'))
    const backup = await openBackup(join(folder, 'backup'), 'correct horse battery staple')
    const items: unknown[] = []
    for await (const item of backup.items()) items.push(item)
    await backup.close()
    expect(items).toEqual([{ kind: 'bytes', bytes: Buffer.from('row') }])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

async function* inPieces(name: keyof typeof stored) {
  yield bytesOf(name)
}
