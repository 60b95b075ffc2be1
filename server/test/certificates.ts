import type { DocumentReading } from '@exempta/contract/certificates'
import type { FieldName, NotACertificate } from '@exempta/knowledge/terms'
import { afterEach, beforeEach, expect } from 'vitest'
import type { RedactedPage } from '../src/platform/sandbox/sandbox.ts'
import { plainAnswer } from './fake-sandbox.ts'
import { sharingScene } from './sharing.ts'

const quadAt = (x: number, y: number) =>
  [
    [x, y],
    [x + 40, y],
    [x + 40, y + 8],
    [x, y + 8],
  ] as const

interface Read {
  name: FieldName
  value: string
  state?: string
  isSure?: boolean
}
type PageReading = NonNullable<RedactedPage['reading']>

/** A page that is this form, with what was filled in, from the top. */
export const page = (code: string | undefined, ...fields: Read[]): PageReading => ({
  ...(code && { form: { code, page: 1, confidence: 0.9 } }),
  fields: fields.map(({ isSure = true, ...field }, i) => ({
    ...field,
    position: 0,
    quad: quadAt(120, 20 + 10 * i),
    confidence: 0.98,
    isSure,
  })),
})
export const otherPaper = (name: NotACertificate): PageReading => ({ notACertificate: name, fields: [] })

/** A complete resale certificate of New York. */
export const resale: Read[] = [
  { name: 'purchaser', value: 'Prairie Wind Foods Co' },
  { name: 'seller', value: 'Summit Wholesale' },
  { name: 'number', value: '43-1234567', state: 'NY' },
  { name: 'blanket', value: 'yes' },
  { name: 'signature', value: 'yes' },
  { name: 'signed-on', value: '2025-05-04' },
]

/** What its owner confirms. */
export const asRead = {
  form: 'ny-st-120',
  purchaser: 'Prairie Wind Foods Co',
  seller: 'Summit Wholesale',
  reason: 'resale',
  isBlanket: true,
  hasSignature: true,
  signedOn: '2025-05-04',
  expiresOn: null as string | null,
  government: null as string | null,
  governmentState: null as string | null,
  organization: null as string | null,
  states: [{ state: 'NY', number: '43-1234567' as string | null, issuedBy: 'NY' as string | null }],
}
export const confirmation = { ...asRead, pages: [1], version: 1, shown: null as string | null }

/** A scene of sharing in which documents are read as certificates, and the calls of their owners. */
export function certificateScene(options: Parameters<typeof sharingScene>[0] = {}) {
  const sharing = sharingScene(options)
  const { scene, get } = sharing

  /** The engine reads this on the two pages of the next documents. */
  function nextPages(...readings: PageReading[]) {
    scene.sandbox.answer = async (bytes, call) => {
      const result = await plainAnswer(bytes, call)
      if (result.verdict === 'refused' || call.boxes) return result
      return {
        ...result,
        pages: result.pages.map((one, i) => ({ ...one, reading: readings[i] ?? { fields: [] } })),
      }
    }
  }
  beforeEach(() => nextPages(page('ny-st-120', ...resale)))
  afterEach(() => {
    scene.sandbox.answer = undefined
  })

  const confirm = (id: string, body: object, as = scene.cookie) =>
    scene.test.call({
      method: 'PUT',
      url: `/api/documents/${id}/exemption`,
      payload: body,
      headers: { cookie: as },
    })
  return {
    ...sharing,
    nextPages,
    confirm,
    withdraw: (id: string, as = scene.cookie) =>
      scene.test.call({ method: 'DELETE', url: `/api/documents/${id}/exemption`, headers: { cookie: as } }),
    readingOf: async (id: string, as?: string): Promise<DocumentReading> =>
      (await get(`/api/documents/${id}/reading`, as)).json(),
    /** Confirms what was read, with these changes. */
    async confirmed(id: string, change: object = {}) {
      const answer = await confirm(id, { ...confirmation, ...change })
      expect(answer.statusCode, answer.body).toBe(200)
      const reading = answer.json<DocumentReading>()
      return { reading, at: reading.confirmed?.confirmedAt as string }
    },
  }
}
