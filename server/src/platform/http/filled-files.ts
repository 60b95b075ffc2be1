import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

/** What the build doesn't know, and pages show: the address of the product, and where people reach support. */
const filledValues = ['publicUrl', 'supportEmail', 'supportPhone'] as const
export type FilledValues = Record<(typeof filledValues)[number], string>

/** The manifest of the web build, `web/build/site.json`. */
export const siteManifest = z.object({
  /** The page for every route that is not prerendered. */
  shell: z.string(),
  /** The address of the product's font. */
  font: z.string().optional(),
  /** HTML file → hashes of its inline scripts, as they stand in a Content-Security-Policy. */
  pages: z.record(z.string(), z.array(z.string().regex(/^sha256-[A-Za-z0-9+/]+=*$/))),
  /** Patterns of all pages (`/user/documents/:id`); any other address is answered 404. */
  routes: z.array(z.string()),
  /** Short addresses, in small letters, and the pages they mean. */
  redirects: z.record(z.string(), z.string()).default({}),
  /** Files in which the server puts its own values where their marks are. */
  filled: z
    .object({ marks: z.partialRecord(z.enum(filledValues), z.string()), files: z.array(z.string()) })
    .default({ marks: {}, files: [] }),
})
export type Site = z.infer<typeof siteManifest>

export function isKnownPage(site: Site, path: string): boolean {
  const asked = segments(path)
  return site.routes.some((route) => {
    const known = segments(route)
    return (
      known.length === asked.length && known.every((part, at) => part.startsWith(':') || part === asked[at])
    )
  })
}

const segments = (path: string) => path.split('/').filter(Boolean)

interface Copy {
  plain: Buffer
  gzip: Buffer
  br: Buffer
  etag: string
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/**
 * Built files that wait for values of the server. They are completed on first use, cached with their compressed
 * copies, and completed again when an administrator has changed a value.
 */
export class FilledFiles {
  #copies = new Map<string, Promise<Copy>>()
  #filledWith = ''
  readonly #files: ReadonlySet<string>
  readonly #root: string
  readonly #marks: Site['filled']['marks']
  readonly #valuesNow: () => FilledValues
  readonly #finishPage: (html: string) => string

  constructor(
    root: string,
    { marks, files }: Site['filled'],
    valuesNow: () => FilledValues,
    finishPage = (html: string) => html,
  ) {
    this.#root = root
    this.#marks = marks
    this.#files = new Set(files)
    this.#valuesNow = valuesNow
    this.#finishPage = finishPage
  }

  has(file: string): boolean {
    return this.#files.has(file)
  }

  async send(request: FastifyRequest, reply: FastifyReply, file: string): Promise<FastifyReply> {
    const copy = await this.#copyOf(file)
    const encoding = encodingFor(request.headers['accept-encoding'])
    reply.header('vary', 'accept-encoding').header('etag', copy.etag)
    if (request.headers['if-none-match'] === copy.etag) return reply.code(304).send()
    reply.type(types[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
    if (!encoding) return reply.send(copy.plain)
    return reply.header('content-encoding', encoding).send(copy[encoding])
  }

  #copyOf(file: string): Promise<Copy> {
    const values = this.#valuesNow()
    const filledWith = JSON.stringify(values)
    if (filledWith !== this.#filledWith) {
      this.#copies = new Map()
      this.#filledWith = filledWith
    }
    const copies = this.#copies
    const known = copies.get(file) ?? this.#write(file, values)
    copies.set(file, known)
    // After a disk error, the next request tries again.
    known.catch(() => copies.delete(file))
    return known
  }

  async #write(file: string, values: FilledValues): Promise<Copy> {
    let text = await readFile(join(this.#root, file), 'utf8')
    for (const name of filledValues) {
      const mark = this.#marks[name]
      if (mark) text = text.replaceAll(mark, () => escapeMarkup(values[name]))
    }
    const plain = Buffer.from(file.endsWith('.html') ? this.#finishPage(text) : text)
    const [br, zipped] = await Promise.all([
      promisify(brotliCompress)(plain, brotli),
      promisify(gzip)(plain, { level: 9 }),
    ])
    const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    return { plain, gzip: zipped, br, etag }
  }
}

function encodingFor(accepted: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const names = String(accepted ?? '')
    .split(',')
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map((one) => one.split(';', 1)[0]?.trim())
  return (['br', 'gzip'] as const).find((name) => names.includes(name))
}

const escapeMarkup = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
