import type { CardClass } from '@exempta/knowledge/terms'
import type { FormEntry, RedactCall, Redaction } from '../src/platform/sandbox/sandbox.ts'
import type { Services } from '../src/platform/services.ts'

type Redact = (bytes: Buffer, call: RedactCall) => Promise<Redaction>

export interface FakeSandbox {
  sandbox: Services['sandbox']
  /** What the next files meet; `undefined` goes back to the plain answer. */
  answer: Redact | undefined
  /** The files it was given. */
  given: Buffer[]
  /** What was set into blank forms. */
  filled: (readonly FormEntry[])[]
  /** Entries of the next forms that don't fit. */
  tooLong: number[]
}

/** A double at the port: answers at once, with bytes that only begin like a file. */
export function fakeSandbox(): FakeSandbox {
  const fake: FakeSandbox = {
    answer: undefined,
    given: [],
    filled: [],
    tooLong: [],
    sandbox: {
      slots: 2,
      figures: { pids: [], running: 0, waiting: 0 },
      condition: { most: 2, restarts: 0, failedStarts: 0, protections: [] },
      close: async () => {},
      async redact(untrustedBytes, call) {
        const bytes = Buffer.from(untrustedBytes)
        fake.given.push(bytes)
        return (fake.answer ?? plainAnswer)(bytes, call)
      },
      async convertTiff(untrustedBytes) {
        const text = Buffer.from(untrustedBytes).toString('latin1')
        return text.includes('damaged')
          ? { advice: 'We can’t open this file.' }
          : { file: Buffer.from(`%PDF-1.7\n${text}`) }
      },
      async split(file, parts) {
        return parts.map(({ from, to }) =>
          Buffer.from(`%PDF-1.7\n${Buffer.from(file).toString('latin1').slice(-40)} ${from}-${to}`),
        )
      },
      async fill(_blank, entries) {
        fake.filled.push(entries)
        return { file: Buffer.from(`%PDF-1.7\n${JSON.stringify(entries)}`), tooLong: fake.tooLong }
      },
      async learn(_blank, zones) {
        const pages = [...new Set(zones.map(({ page }) => page))]
        return pages.map((page) => ({ page, pairs: 'AAAAAQ==' }))
      },
      async addLastPage(file, page) {
        const rest = `${JSON.stringify(page)}\nstartxref\n9\n%%EOF\n`
        return Buffer.concat([file, Buffer.from(rest)])
      },
    },
  }
  return fake
}

/** Like the plain answer, with uncertain areas: two on the first page, and one that is the whole of the second. */
export const uncertainAnswer: Redact = async (bytes, call) => {
  const result = await plainAnswer(bytes, call)
  if (result.verdict === 'refused' || call.boxes) return result
  const quadOf = (x: number, y: number, width: number, height: number) =>
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ] as const
  const uncertain = [
    [
      { quad: quadOf(20, 60, 60, 10), expected: 'ssn', reason: 'value-not-read' },
      { quad: quadOf(20, 80, 60, 10), expected: 'date-of-birth', reason: 'label-without-value' },
    ],
    [{ quad: quadOf(0, 0, 200, 100), expected: 'bank-account', reason: 'paper-without-secret' }],
  ] as const
  return {
    ...result,
    pages: result.pages.map((page, at) => ({ ...page, uncertain: [...(uncertain[at] ?? [])] })),
  }
}

/** Like the plain answer, with a government card on every page. */
export const withCard =
  (card: CardClass): Redact =>
  async (bytes, call) => {
    const result = await plainAnswer(bytes, call)
    if (result.verdict === 'refused' || call.boxes) return result
    return { ...result, pages: result.pages.map((page) => ({ ...page, card })) }
  }

const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
const fakeJpeg = (text: string) => Buffer.concat([jpegStart, Buffer.from(text)])

/** As the sandbox reads a PDF page by page. `read` is called before each page, and may hold it up or throw. */
export const pagedAnswer =
  (pageCount: number, read: (page: number) => Promise<void>): Redact =>
  async (_, { onProgress, pages }) => {
    const before = pages?.count ?? 0
    const pageOf = (page: number) => ({
      width: 200,
      height: 100,
      findings: [],
      uncertain: [],
      words: [],
      picture: fakeJpeg(`page ${page}`),
    })
    for (let page = before + 1; ; page++) {
      onProgress?.({ page, pageCount })
      await read(page)
      if (page === pageCount) break
      const thumbnail = page === 1 && { thumbnail: fakeJpeg('thumbnail') }
      await pages?.add({ ...pageOf(page), ...thumbnail, file: Buffer.from(`%PDF-page ${page};`) })
    }
    const earlier = (await pages?.load(before)) ?? []
    const rest = Array.from({ length: pageCount - before }, (_, at) => pageOf(before + at + 1))
    return {
      verdict: 'clean',
      type: 'pdf',
      output: Buffer.concat([...earlier.map(({ file }) => file), Buffer.from(`%PDF-from ${before + 1}`)]),
      thumbnail: earlier[0]?.thumbnail ?? fakeJpeg('thumbnail'),
      pages: [...earlier.map(({ file: _file, thumbnail: _thumbnail, ...page }) => page), ...rest],
    }
  }

/** Two pages for a PDF, one for a picture; a number was hidden in the upper left quarter of the first. */
export const plainAnswer: Redact = async (bytes, { onProgress, boxes, card, stamp }) => {
  const type = bytes.subarray(0, 4).equals(Buffer.from('\x89PNG', 'latin1'))
    ? 'png'
    : bytes.subarray(0, 3).equals(jpegStart.subarray(0, 3))
      ? 'jpeg'
      : 'pdf'
  const pageCount = type === 'pdf' ? 2 : 1
  const about = stamp ? `stamped ${stamp.join(' ')}` : boxes ? `blacked out ${boxes.length}` : 'redacted'
  const output = {
    pdf: Buffer.from(`%PDF-1.7\n${about}`),
    jpeg: fakeJpeg(about),
    png: Buffer.from(`\x89PNG\r\n\x1a\n${about}`, 'latin1'),
  }[type]
  const pages = Array.from({ length: pageCount }, (_, index) => {
    onProgress?.({ page: index + 1, pageCount })
    const isMarked = boxes ? boxes.some(({ page }) => page === index + 1) : index === 0
    const kind = boxes ? 'chosen' : card ? 'card-number' : 'ssn'
    const quad = [
      [0, 0],
      [100, 0],
      [100, 50],
      [0, 50],
    ] as [[number, number], [number, number], [number, number], [number, number]]
    return {
      width: 200,
      height: 100,
      findings: isMarked ? [{ kind, quad, confidence: 1, source: card ? 'card' : 'text' } as const] : [],
      uncertain: [],
      words: [],
      ...(type === 'pdf' && { picture: fakeJpeg(`page ${index + 1}, ${about}`) }),
    }
  })
  return { verdict: 'redacted', type, output, thumbnail: fakeJpeg('thumbnail'), pages }
}
