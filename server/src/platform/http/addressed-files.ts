import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

/** The manifest of the web build, `web/build/site.json`. */
export const siteManifest = z.object({
  /** The page for every route that is not prerendered. */
  shell: z.string(),
  /** HTML file → hashes of its inline scripts, as they stand in a Content-Security-Policy. */
  pages: z.record(z.string(), z.array(z.string().regex(/^sha256-[A-Za-z0-9+/]+=*$/))),
  /** Patterns of all pages (`/user/documents/:id`); any other address is answered 404. */
  routes: z.array(z.string()),
  /** Files in which the public address has to be put where the mark stands. */
  addressed: z.object({ mark: z.string(), files: z.array(z.string()) }).default({ mark: '', files: [] }),
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
 * Built files that contain the public address, which the build does not know. They are completed on first use and
 * cached with their compressed copies.
 */
export class AddressedFiles {
  readonly #copies = new Map<string, Promise<Copy>>()
  readonly #files: ReadonlySet<string>
  readonly #root: string
  readonly #mark: string
  readonly #publicUrl: string

  constructor(root: string, { mark, files }: Site['addressed'], publicUrl: string) {
    this.#root = root
    this.#mark = mark
    this.#files = new Set(files)
    this.#publicUrl = publicUrl
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
    const known = this.#copies.get(file) ?? this.#write(file)
    this.#copies.set(file, known)
    // After a disk error, the next request tries again.
    known.catch(() => this.#copies.delete(file))
    return known
  }

  async #write(file: string): Promise<Copy> {
    const text = await readFile(join(this.#root, file), 'utf8')
    const plain = Buffer.from(text.replaceAll(this.#mark, this.#publicUrl))
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
