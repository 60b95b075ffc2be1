import { randomBytes, randomUUID } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemActor } from '../server/src/platform/db/actor.ts'
import { openTestFileStore, type TestFileStore } from '../server/test/file-store.ts'
import type { Bench } from './bench.ts'

const sizeBytes = 10 * 1024 * 1024
const files = 20
const rounds = 3

type Work = (at: number) => Promise<void>

export const bench: Bench = {
  summary: 'files of 10 MB, encrypted, put with their commit and read back, against plain files with fsync',
  async run() {
    const test = await openTestFileStore('local folder')
    try {
      const content = randomBytes(sizeBytes)
      const best = { plainWrite: 0, put: 0, plainRead: 0, get: 0 }
      for (let round = 0; round < rounds; round++) {
        const works = { ...plainWorks(test.folder, content, round), ...encryptedWorks(test, content) }
        for (const name of ['plainWrite', 'put', 'plainRead', 'get'] as const) {
          best[name] = Math.max(best[name], await megabytesPerSecond(works[name]))
        }
      }
      return {
        figures: {
          plainWriteMegabytesPerSecond: best.plainWrite,
          putMegabytesPerSecond: best.put,
          putRatio: best.put / best.plainWrite,
          plainReadMegabytesPerSecond: best.plainRead,
          getMegabytesPerSecond: best.get,
          getRatio: best.get / best.plainRead,
        },
        limits: {},
      }
    } finally {
      await test.close()
    }
  },
}

function plainWorks(folder: string, content: Buffer, round: number): { plainWrite: Work; plainRead: Work } {
  const pathOf = (at: number) => join(folder, `plain-${round}-${at}`)
  return {
    async plainWrite(at) {
      const handle = await open(pathOf(at), 'wx')
      await handle.writeFile(content)
      await handle.sync()
      await handle.close()
    },
    async plainRead(at) {
      await readFile(pathOf(at))
    },
  }
}

function encryptedWorks(test: TestFileStore, content: Buffer): { put: Work; get: Work } {
  const documents = Array.from({ length: files }, () => randomUUID())
  const fileAt = (at: number) => ({ documentId: documents[at] ?? '', rendition: 'original', version: 1 })
  return {
    async put(at) {
      const draft = await test.files.put(fileAt(at), content)
      await test.database.transact(systemActor, (tx) => test.files.publish(tx, draft))
    },
    async get(at) {
      const { stream } = await test.files.get(fileAt(at))
      for await (const _piece of stream);
    },
  }
}

async function megabytesPerSecond(work: Work): Promise<number> {
  const begun = performance.now()
  for (let at = 0; at < files; at++) await work(at)
  return (files * sizeBytes) / 1e6 / ((performance.now() - begun) / 1000)
}
