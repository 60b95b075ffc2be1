/** The one way to call the server: a contract's route in, its typed answer out, an ApiError thrown. */
import { type MaskedKind, maskedHeader, maskedText, readMaskedHeader } from '@exempta/contract/masking'
import type { Route, RouteInput, RouteOutput } from '@exempta/contract/route'
import { toast } from '../ui/toast.ts'
import { type ApiError, offlineError, readApiError } from './api-error.ts'

interface CallOptions {
  signal?: AbortSignal
}

type CallArguments<R extends Route> =
  unknown extends RouteInput<R>
    ? [input?: undefined, options?: CallOptions]
    : [input: RouteInput<R>, options?: CallOptions]

interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

const retryDelaysMs = [300, 1000]
const isPassing = (status: number) => status === 502 || status === 503 || status === 504

type SessionListener = (error: ApiError) => void
let onSessionRefused: SessionListener = () => {}

/** Called when a call is refused because the session has ended, or because the person has a duty to do first. */
export function listenForRefusedSession(listener: SessionListener) {
  onSessionRefused = listener
}

type MaskedListener = (kinds: MaskedKind[]) => void
let onMasked: MaskedListener = (kinds) => toast.info(maskedText(kinds))

/** Replaces the toast that appears when the server masked something in what was typed. */
export function listenForMasked(listener: MaskedListener) {
  onMasked = listener
}

export async function call<const R extends Route>(
  route: R,
  ...args: CallArguments<R>
): Promise<RouteOutput<R>> {
  const input: LooseInput = args[0] ?? {}
  return readAnswer<R>(await send(route, input, args[1]?.signal))
}

/** For routes that take files: the form as the browser sends it. */
export async function sendForm<const R extends Route>(
  route: R,
  form: FormData,
  input: Pick<LooseInput, 'params' | 'query'> = {},
): Promise<RouteOutput<R>> {
  const request = { method: route.method, credentials: 'same-origin', body: form } as const
  const response = await fetch(addressOf(route, input), request).catch(() => {
    throw offlineError()
  })
  return readAnswer<R>(response)
}

async function readAnswer<R extends Route>(response: Response): Promise<RouteOutput<R>> {
  if (!response.ok) {
    const error = await readApiError(response)
    if (error.code === 'not-signed-in' || error.code === 'duty') onSessionRefused(error)
    throw error
  }
  const masked = readMaskedHeader(response.headers.get(maskedHeader))
  if (masked.length > 0) onMasked(masked)
  const answer = response.status === 204 ? undefined : await response.json()
  return answer as RouteOutput<R>
}

/** The address of a route with its parameters filled in; also for plain links and downloads. */
export function addressOf(
  route: Pick<Route, 'path'>,
  input: Pick<LooseInput, 'params' | 'query'> = {},
): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null || value === '') continue
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

async function send(route: Route, input: LooseInput, signal: AbortSignal | undefined): Promise<Response> {
  const request: RequestInit = {
    method: route.method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(signal && { signal }),
  }
  const delays = route.method === 'GET' ? retryDelaysMs : []
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(addressOf(route, input), request).catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw offlineError()
    })
    const delay = delays[attempt]
    if (!isPassing(response.status) || delay === undefined) return response
    await pause(delay, signal)
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
