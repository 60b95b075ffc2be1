import type { OutgoingPost } from './outgoing-post.ts'

interface FetchOptions {
  method: string
  headers: ConstructorParameters<typeof Headers>[0]
  body?: unknown
  signal?: AbortSignal | null | undefined
}

/** A `fetch` for libraries: it calls checked addresses only, follows no redirect and reads no more than a limit. */
export const checkedFetch =
  (outgoing: OutgoingPost, limits: { timeoutMs: number; answerMaxBytes: number }) =>
  async (url: string, { method, headers, body, signal }: FetchOptions): Promise<Response> => {
    if (method !== 'GET' && method !== 'POST') throw new TypeError('Only GET and POST can be sent')
    const { statusCode, contentType, untrustedAnswer } = await outgoing.request({
      ...limits,
      method,
      url,
      headers: Object.fromEntries(new Headers(headers)),
      body: body ? String(body) : '',
      ...(signal && { signal }),
    })
    // Only answers that a library reads have a body here; it sees any other by its status.
    const isRead = statusCode === 200 || statusCode >= 400
    return new Response(isRead ? new Uint8Array(untrustedAnswer) : null, {
      status: statusCode >= 200 ? statusCode : 502,
      headers: contentType ? { 'content-type': contentType } : {},
    })
  }
