import type { ArchiveFile, ArchiveFileDetails, ArchiveList } from '@exempta/contract/archive'
import { beforeEach, expect } from 'vitest'
import { archiveOf } from './archive.ts'
import { certificateScene, page, resale } from './certificates.ts'
import { plainAnswer } from './fake-sandbox.ts'
import { signInAs } from './people.ts'
import { pdfBytes } from './uploads.ts'

let numbers = 0
/** A certificate that nobody has seen before. */
export const newFields = (purchaser = `Prairie${++numbers} Foods Co`) =>
  resale.map((field) =>
    field.name === 'purchaser'
      ? { ...field, value: purchaser }
      : field.name === 'number'
        ? { ...field, value: `43-${String(1_000_000 + ++numbers)}` }
        : field,
  )

let files = 0
export const newFile = () => pdfBytes(`archive ${++files}`)

type Reading = ReturnType<typeof page>

const withForm = (seen: Reading, formPage: number): Reading => ({
  ...seen,
  form: { code: 'ny-st-120', page: formPage, confidence: 0.9 },
})

/** A certificate of two pages. */
export const twoPages = (purchaser: string): Reading[] => [
  withForm(page('ny-st-120', ...newFields(purchaser)), 1),
  withForm({ fields: [] }, 2),
]

/** A business that adds its certificates. Every document is another certificate. */
export function archiveScene() {
  const certificates = certificateScene()
  const { scene, get } = certificates
  const change = (statement: string, values: unknown[] = []) =>
    scene.test.database.executeAsOwner(statement, values)

  let manager = ''
  beforeEach(async () => {
    manager = await signInAs(scene.test, scene.business.manager)
    await change(`update businesses set name = 'Summit Wholesale' where id = $1`, [scene.business.id])
    scene.sandbox.answer = async (bytes, call) => {
      const result = await plainAnswer(bytes, call)
      if (result.verdict === 'refused' || call.boxes) return result
      const readings = [page('ny-st-120', ...newFields()), { fields: [] }]
      return {
        ...result,
        pages: result.pages.map((one, i) => ({ ...one, reading: readings[i] ?? { fields: [] } })),
      }
    }
  })

  const archive = archiveOf(
    () => scene.test,
    () => manager,
  )

  /** The engine reads this on the pages of the next files. What is split from them is read by itself. */
  function readStack(readings: readonly Reading[]) {
    scene.sandbox.answer = async (bytes, call) => {
      const result = await plainAnswer(bytes, call)
      if (result.verdict === 'refused' || call.boxes) return result
      const [first] = result.pages
      if (!first) return result
      const part = /(\d+)-(\d+)$/.exec(bytes.toString('latin1'))
      const [from, to] = part ? [Number(part[1]), Number(part[2])] : [1, readings.length]
      return {
        ...result,
        output: Buffer.from(`%PDF-1.7\nstack ${++numbers}`),
        pages: readings.slice(from - 1, to).map((reading) => ({ ...first, reading })),
      }
    }
  }

  async function only(id: string, list: ArchiveList): Promise<ArchiveFile> {
    const [file, ...others] = await archive.listOf(id, list)
    expect(others).toEqual([])
    if (!file) throw new Error(`Nothing in ${list}: ${JSON.stringify(await archive.importOf(id))}`)
    return file
  }

  return {
    ...certificates,
    ...archive,
    change,
    readStack,
    only,
    /** The session of the manager who adds. */
    asManager: () => manager,
    fileOf: async (id: string): Promise<ArchiveFileDetails> =>
      (await get(`/api/archive/files/${id}`, manager)).json(),
    put: (url: string, payload: object) => archive.call('PUT', url, payload),
  }
}
