import type { z } from 'zod'
import type { Access, Duty } from './access.ts'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The bytes of one file, with its name. A browser opens its address; nothing is parsed. */
export interface FileResponse {
  readonly kind: 'file'
  readonly contentTypes: readonly [string, ...string[]]
}

export const fileOf = <const Types extends readonly [string, ...string[]]>(...contentTypes: Types) =>
  ({ kind: 'file', contentTypes }) as const satisfies FileResponse

/** One call: declared here once, implemented by the server, called by the browser, published as OpenAPI. */
export interface Route {
  readonly method: Method
  /** Fastify's notation: `/api/documents/:id`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly tag: string
  readonly access: Access
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Fields of the body that hold what a person wrote: card numbers and the like are masked before the handler. */
  readonly freeText?: readonly string[]
  /** Takes files as multipart/form-data; the handler reads them as they come. */
  readonly upload?: true
  /** What a success answers: a schema, a file, or nothing at all (204). */
  readonly response: z.ZodType | FileResponse | 'nothing'
  readonly status?: 200 | 201 | 202
  readonly errors?: readonly ErrorCode[]
  /**
   * `guess`: answers to guesses of a secret, so it is throttled hard by source. `link`: the address holds a secret,
   * so calls with a wrong or expired one are.
   */
  readonly throttle?: 'ordinary' | 'guess' | 'link'
  /** Duties under which a signed-in person may call it; every other call is refused until the duty is done. */
  readonly opensUnder?: readonly Duty[]
}

/** Keeps the literal types of a declaration, so that server and client know its exact input and output. */
export const defineRoute = <const R extends Route>(route: R): R => route

type Part<
  R extends Route,
  K extends 'params' | 'query' | 'body',
  Side extends 'input' | 'output',
> = R[K] extends z.ZodType ? { [P in K]: Side extends 'input' ? z.input<R[K]> : z.output<R[K]> } : unknown

/** What a caller hands over. */
export type RouteInput<R extends Route> = Part<R, 'params', 'input'> &
  Part<R, 'query', 'input'> &
  Part<R, 'body', 'input'>

/** What the server's handler gets: parsed, with defaults filled in. */
export type RouteParsed<R extends Route> = Part<R, 'params', 'output'> &
  Part<R, 'query', 'output'> &
  Part<R, 'body', 'output'>

/** What the server's handler returns, before the schema trims it to the declared fields; for files see there. */
export type RouteReturn<R extends Route> = R['response'] extends z.ZodType
  ? z.input<R['response']>
  : undefined

/** What the caller gets back. A file is not called: a link leads to its address. */
export type RouteOutput<R extends Route> = R['response'] extends z.ZodType
  ? z.output<R['response']>
  : R['response'] extends FileResponse
    ? never
    : undefined
