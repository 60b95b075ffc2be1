import { createHash } from 'node:crypto'
import { anyone } from '@exempta/contract/access'
import { pageTexts } from '@exempta/contract/page-texts'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { apiSecuritySchemes } from './api-schema.ts'
import { referenceStyles } from './reference-styles.ts'

type Operation = { tags?: string[] }
interface Published {
  paths?: Record<string, Record<string, Operation>>
}

const apiPrefix = '/api/v1/'
/** Tags of the business API say so inside our code; in its own document they would only repeat it. */
const apiTag = /^API: (.)/

const business = {
  url: '/api/openapi.json',
  title: 'Business API (v1)',
  info: {
    title: 'Exempta Business API',
    version: '1',
    description:
      'Receive, review and download tax-exemption documents from your own systems. Send an API key of your business as a bearer token; a manager creates keys under **API & webhooks**. The quick start is at [/developers](/developers).\n\nTo try a request here, paste your key under **Authentication** and choose **Test Request**. Requests are real: they read and review your business’s documents.\n\nFailed requests return `application/problem+json` with one of the problem codes listed for each endpoint.',
  },
}
const internal = {
  url: '/api/openapi-internal.json',
  title: 'Internal routes',
  info: {
    title: 'Exempta internal routes',
    version: '1',
    description:
      'What Exempta’s own pages call. These routes need a login session and can change at any time. Build on the Business API instead.',
  },
}

/** Collects the declared routes into two OpenAPI documents; register before any route. */
export const openApi = fp(async (app: FastifyInstance) => {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', components: { securitySchemes: apiSecuritySchemes } },
    transform: jsonSchemaTransform,
  })
  const hidden = { config: { access: anyone, throttle: 'ordinary' }, schema: { hide: true } } as const
  app.get(business.url, hidden, async () => documentOf(app.swagger() as Published, business.info, true))
  app.get(internal.url, hidden, async () => documentOf(app.swagger() as Published, internal.info, false))
})

function documentOf(all: Published, info: object, isBusiness: boolean): object {
  const paths = Object.entries(all.paths ?? {})
    .filter(([path]) => path.startsWith(apiPrefix) === isBusiness)
    .map(([path, methods]) => [path, isBusiness ? withPlainTags(methods) : methods])
  return {
    ...all,
    info,
    ...(isBusiness && { tags: ['Documents', 'Team', 'Webhooks'].map((name) => ({ name })) }),
    paths: Object.fromEntries(paths),
  }
}

const withPlainTags = (methods: Record<string, Operation>) =>
  Object.fromEntries(
    Object.entries(methods).map(([method, operation]) => [
      method,
      {
        ...operation,
        tags: operation.tags?.map((tag) => tag.replace(apiTag, (_, first: string) => first.toUpperCase())),
      },
    ]),
  )

const prefix = '/api/docs'

/**
 * The browsable API reference at /api/docs. Its library is large, and few open the page: it is loaded for the first who
 * does. It styles itself, so this one page allows inline styles.
 */
export async function referencePage(
  app: FastifyInstance,
  options: { fontAddress: string | undefined; isDemo: boolean },
): Promise<void> {
  let pages: Promise<FastifyInstance> | undefined
  app.addHook('onClose', async () => (await pages)?.close())
  for (const path of ['', '/', '/js/scalar.js']) {
    app.route({
      method: 'GET',
      url: prefix + path,
      config: { access: anyone, throttle: 'ordinary' },
      schema: { hide: true },
      async handler(_request, reply) {
        pages ??= openPages(options.fontAddress)
        const answer = await (await pages).inject(prefix + path)
        const type = String(answer.headers['content-type'])
        reply.code(answer.statusCode).header('content-type', type)
        if (answer.headers.location) reply.header('location', answer.headers.location)
        if (!type.startsWith('text/html')) return reply.send(answer.rawPayload)
        const page = accessible(options.isDemo ? markDemo(answer.body) : answer.body)
        return reply.header('content-security-policy', policy(page)).send(page)
      },
    })
  }
}

async function openPages(fontAddress: string | undefined): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = Fastify()
  await pages.register(scalar, {
    routePrefix: prefix,
    configuration: {
      sources: [
        { url: business.url, title: business.title, slug: 'v1', default: true },
        { url: internal.url, title: internal.title, slug: 'internal' },
      ],
      pageTitle: 'Exempta API',
      favicon: '/favicon.svg',
      theme: 'none',
      customCss: referenceStyles(fontAddress),
      authentication: { preferredSecurityScheme: 'apiKey' },
      // The calls of the pages' own language first; everything else can be chosen.
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return pages
}

const nameCopyButtons = `new MutationObserver(() => {
  for (const button of document.querySelectorAll('.scalar-code-copy:not([aria-label])')) button.setAttribute('aria-label', 'Copy')
}).observe(document, { childList: true, subtree: true })`

/** The same words as on the product's own pages. */
const markDemo = (html: string) =>
  html.replace(
    /<body[^>]*>/,
    (body) =>
      `${body}<aside aria-label="Demo" style="background:#fef3c7;color:#451a03;padding:4px 16px;text-align:center;font:500 12px/16px sans-serif">${pageTexts.demo}</aside>`,
  )

/** The library leaves out the page's language and the names of its copy buttons, which screen readers need. */
const accessible = (html: string) =>
  html
    .replace('<html>', '<html lang="en">')
    .replace('</head>', () => `<script>${nameCopyButtons}</script></head>`)

function policy(html: string): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
