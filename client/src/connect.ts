import { type Client, createClient, createConfig } from './generated/client/index.ts'

/** What the API answers when a call fails. `code` never changes; texts do. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly code: string
  readonly status: number
  readonly requestId: string
  readonly fields: { path: string; message: string }[]

  constructor(
    problem: Partial<Pick<ApiProblem, 'code' | 'status' | 'requestId' | 'fields'>> & { title?: string },
  ) {
    const {
      code = 'unknown',
      title = 'The answer wasn’t understood',
      requestId = '',
      status = 0,
      fields = [],
    } = problem
    super(`${code}: ${title} (request ${requestId})`)
    this.code = code
    this.status = status
    this.requestId = requestId
    this.fields = fields
  }
}

interface Connection {
  /** Where Exempta runs: https://exempta.example.com */
  url: string
  /** An API key of your business. Keep it as safe as a password. */
  key: string
  /** How often a call is tried when the API asks to wait. */
  tries?: number
}

/** Calls wait when the API asks for it, and fail with an `ApiProblem`. */
export function connect({ url, key, tries = 5 }: Connection): Client {
  const client = createClient(
    createConfig({
      baseUrl: url,
      auth: key,
      throwOnError: true,
      fetch: (request) => patiently(request, tries),
    }),
  )
  client.interceptors.error.use((problem) =>
    problem instanceof Error
      ? problem
      : new ApiProblem(typeof problem === 'object' && problem !== null ? problem : {}),
  )
  return client
}

async function patiently(input: RequestInfo | URL, tries: number): Promise<Response> {
  const request = new Request(input)
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(request.clone())
    const isBusy = answer.status === 429 || answer.status === 503
    if (!isBusy || attempt >= tries) return answer
    await answer.body?.cancel()
    await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get('retry-after') ?? 1) * 1000))
  }
}
