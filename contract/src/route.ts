import type { z } from 'zod'
import type { Access, Duty } from './access.ts'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A file with its name. Browsers open the URL directly, and nothing is parsed. */
export interface FileResponse {
  readonly kind: 'file'
  readonly contentTypes: readonly [string, ...string[]]
  /** The actions that the audit log shows for it, whatever part of the file is asked for, or why it shows none. */
  readonly opening: FileOpening
}
export type FileOpening =
  | { readonly actions: readonly [string, ...string[]] }
  | { readonly unrecorded: string }

/** A file's route has to say how its opening is recorded, or it isn't a route. */
export const fileOf = <const Types extends readonly [string, ...string[]]>(...contentTypes: Types) => ({
  recordedAs: <const Actions extends readonly [string, ...string[]]>(...actions: Actions) =>
    ({ kind: 'file', contentTypes, opening: { actions } }) as const satisfies FileResponse,
  unrecorded: (reason: string) =>
    ({ kind: 'file', contentTypes, opening: { unrecorded: reason } }) as const satisfies FileResponse,
})

/**
 * One endpoint: declared once here, implemented by the server, called by the browser, published as OpenAPI.
 */
export interface Route {
  readonly method: Method
  /** In Fastify's notation: `/api/documents/:id`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly tag: string
  readonly access: Access
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Body fields with free text: card numbers and the like are masked before the handler runs. */
  readonly freeText?: readonly string[]
  /** Accepts files as multipart/form-data, which the handler reads as a stream. */
  readonly upload?: true
  /** The successful response: a schema, a file, or nothing (204). */
  readonly response: z.ZodType | FileResponse | 'nothing'
  readonly status?: 200 | 201 | 202
  readonly errors?: readonly ErrorCode[]
  /**
   * `guess`: the call can be used to guess a secret, so it is throttled hard by source. `link`: the URL
   * contains a secret, so calls with a wrong or expired one are throttled.
   */
  readonly throttle?: 'ordinary' | 'guess' | 'link'
  /** People open the address itself in a browser, so a failure is shown to them as a page. */
  readonly isOpenedByPeople?: true
  /** The caller does not matter, so no session is looked up and the answer does not wait for the database. */
  readonly isSameForAll?: true
  /** Another server calls it and sends a form. No cookie counts, so it needn’t come from a page of ours. */
  readonly isFromProgram?: true
  /** Duties that do not block this route; a person with any other open duty is refused until it is done. */
  readonly opensUnder?: readonly Duty[]
}

/** Keeps the literal types of a declaration, so that server and client know its exact input and output. */
export const defineRoute = <const R extends Route>(route: R): R => route

type Part<
  R extends Route,
  K extends 'params' | 'query' | 'body',
  Side extends 'input' | 'output',
> = R[K] extends z.ZodType ? { [P in K]: Side extends 'input' ? z.input<R[K]> : z.output<R[K]> } : unknown

/** What a caller passes. */
export type RouteInput<R extends Route> = Part<R, 'params', 'input'> &
  Part<R, 'query', 'input'> &
  Part<R, 'body', 'input'>

/** What the server's handler gets: parsed, with defaults filled in. */
export type RouteParsed<R extends Route> = Part<R, 'params', 'output'> &
  Part<R, 'query', 'output'> &
  Part<R, 'body', 'output'>

/** What the handler returns before the schema strips undeclared fields. For files see `FileResponse`. */
export type RouteReturn<R extends Route> = R['response'] extends z.ZodType
  ? z.input<R['response']>
  : undefined

/** What the caller gets back. Files are opened by their URL instead of being called. */
export type RouteOutput<R extends Route> = R['response'] extends z.ZodType
  ? z.output<R['response']>
  : R['response'] extends FileResponse
    ? never
    : undefined
