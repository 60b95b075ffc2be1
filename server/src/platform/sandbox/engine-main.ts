/** The program of a sandboxed process: receives files over a pipe, one after the other, and redacts them. */
import { Socket } from 'node:net'
import {
  addLastPage,
  adviceFor,
  fillForm,
  joinPdfs,
  learnBlank,
  pdfOfTiff,
  Refusal,
  redact,
  splitPdf,
} from '@exempta/redaction'
import type { Answer, Order } from './engine-messages.ts'
import { readFrames, writeFrame } from './frames.ts'

const pipe = new Socket({ fd: 3 })
let running: AbortController | undefined
let resume = () => {}

// A white page of 64 × 64 pixels.
const blankPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAKUlEQVR42u3MQREAAAwCIPuX1hD77SAA6VEEAoFAIBAIBAKBQCAQfA8Gpwvw4qrwDDIAAAAASUVORK5CYII=',
  'base64',
)

const send = (answer: Answer, parts: Uint8Array[] = []) => writeFrame(pipe, answer, parts)

async function work({ options }: Extract<Order, { type: 'redact' }>, untrustedBytes: Uint8Array) {
  running = new AbortController()
  try {
    const result = await redact(untrustedBytes, {
      ...options,
      signal: running.signal,
      onProgress: (progress) => send({ type: 'progress', ...progress }),
      onPage: async ({ file, picture, thumbnail, ...page }) => {
        const answered = new Promise<void>((resolve) => {
          resume = resolve
        })
        send({ type: 'page', page }, [file, picture, ...(thumbnail ? [thumbnail] : [])])
        await answered
      },
    })
    if (result.verdict === 'refused') return send({ type: 'result', result })
    const { output, thumbnail, ...rest } = result
    const pages = rest.pages.map(({ picture: _, ...page }) => page)
    const pictures = rest.pages.flatMap(({ picture }) => picture ?? [])
    send({ type: 'result', result: { ...rest, pages } }, [output, thumbnail, ...pictures])
  } catch (error) {
    if (running.signal.aborted) return send({ type: 'aborted' })
    // An engine that threw is not reused, because its state is unknown.
    throw error
  }
}

async function convertTiff(untrustedBytes: Uint8Array) {
  try {
    send({ type: 'joined' }, [await pdfOfTiff(untrustedBytes)])
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    send({ type: 'not-converted', advice: adviceFor(error.reason) })
  }
}

send({ type: 'ready' })
for await (const { head, parts } of readFrames(pipe)) {
  const order = head as Order
  if (order.type === 'redact') void work(order, parts[0] as Uint8Array)
  else if (order.type === 'warm-up') void redact(blankPicture)
  else if (order.type === 'join') void joinPdfs(parts).then((joined) => send({ type: 'joined' }, [joined]))
  else if (order.type === 'split') {
    void splitPdf(parts[0] as Uint8Array, order.parts).then((files) => send({ type: 'split' }, files))
  } else if (order.type === 'convert-tiff') void convertTiff(parts[0] as Uint8Array)
  else if (order.type === 'fill') {
    void fillForm(parts[0] as Uint8Array, order.entries).then(({ file, tooLong }) =>
      send({ type: 'filled', tooLong }, [file]),
    )
  } else if (order.type === 'learn') {
    void learnBlank(parts[0] as Uint8Array, order.zones).then((pages) => send({ type: 'learned', pages }))
  } else if (order.type === 'add-last-page') {
    void addLastPage(parts[0] as Uint8Array, order.page).then((file) => send({ type: 'page-added' }, [file]))
  } else {
    if (order.type === 'abort') running?.abort()
    resume()
  }
}
process.exit(0)
