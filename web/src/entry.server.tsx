/** Runs in the build only: writes the prerendered pages whole, so that they hold no streaming scripts. */
import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

export const streamTimeout = 10_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  let renderError: unknown
  const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      renderError = error
    },
  })
  await body.allReady
  if (renderError) throw renderError
  headers.set('Content-Type', 'text/html')
  return new Response(body, { status, headers })
}
