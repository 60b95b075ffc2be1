import type { ArchiveFile, ArchiveFileState, ArchiveImport, ArchiveList } from '@exempta/contract/archive'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

const modifiedAt = '2026-05-04T09:00:00.000Z'

/** What a manager does to add certificates. */
export function archiveOf(running: () => TestApp, cookie: () => string) {
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, as = cookie()) =>
    running().call({ method, url, headers: { cookie: as }, ...(payload && { payload }) })

  async function newImport(): Promise<ArchiveImport> {
    const answer = await call('POST', '/api/archive/imports', {})
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }

  const nameFiles = (id: string, named: readonly { path: string; bytes: number }[], as?: string) =>
    call(
      'POST',
      `/api/archive/imports/${id}/files`,
      { files: named.map(({ path, bytes }) => ({ path, sizeBytes: bytes, modifiedAt })) },
      as,
    )

  async function sendPiece(id: string, at: number, piece: Buffer) {
    const form = new FormData()
    form.append('at', String(at))
    form.append('piece', new Blob([new Uint8Array(piece)]), 'piece')
    const encoded = new Response(form)
    return running().call({
      method: 'POST',
      url: `/api/archive/files/${id}/pieces`,
      headers: { cookie: cookie(), 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
  }

  const importOf = async (id: string): Promise<ArchiveImport> =>
    (await call('GET', `/api/archive/imports/${id}`)).json()

  /** Waits, without polling, until the import matches. */
  async function untilImport(id: string, isDone: (shown: ArchiveImport) => boolean): Promise<ArchiveImport> {
    let changed = Promise.withResolvers<void>()
    const wake = () => changed.resolve()
    const stop = await running().services.database.listen('exempta_live', wake, { onGap: wake })
    try {
      for (;;) {
        changed = Promise.withResolvers()
        const shown = await importOf(id)
        if (isDone(shown)) return shown
        await changed.promise
      }
    } finally {
      await stop()
    }
  }

  /** Sends whole files, of one piece each, and waits until they are sorted. */
  async function add(named: readonly { path: string; bytes: Buffer }[]): Promise<ArchiveImport> {
    const { id } = await newImport()
    const answer = await nameFiles(
      id,
      named.map(({ path, bytes }) => ({ path, bytes: bytes.length })),
    )
    expect(answer.statusCode, answer.body).toBe(200)
    const states: ArchiveFileState[] = answer.json().files
    for (const [i, state] of states.entries()) {
      if (!state.isWanted) continue
      const sent = await sendPiece(state.id, 0, named[i]?.bytes ?? Buffer.alloc(0))
      expect(sent.statusCode, sent.body).toBe(200)
    }
    return untilImport(id, ({ status }) => status === 'done')
  }

  return {
    call,
    newImport,
    nameFiles,
    sendPiece,
    importOf,
    untilImport,
    add,
    listOf: async (id: string, list: ArchiveList): Promise<ArchiveFile[]> =>
      (await call('GET', `/api/archive/imports/${id}/files?list=${list}`)).json().items,
  }
}
