/**
 * `npm run client:generate`: writes client/src/generated from the OpenAPI description of the Business API. A test fails
 * when it's stale.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { routes } from '@exempta/contract/routes'
import Fastify from 'fastify'
import { implement, registerRoute } from '../../server/src/platform/http/implement.ts'
import { openApi } from '../../server/src/platform/http/reference-page.ts'
import { zodSchemas } from '../../server/src/platform/http/zod-schemas.ts'

const root = path.join(import.meta.dirname, '../..')

const addressOf = ({ method, path: address }: (typeof routes)[number]) => `${address} ${method}`

/** Needs no database: only what the contract says is published. */
async function describeApi(): Promise<string> {
  const app = Fastify({ schemaController: zodSchemas })
  await app.register(openApi)
  // In an order of their own: the list of routes follows whichever module is loaded first.
  const published = routes.filter(({ access }) => access.kind === 'api-key')
  for (const route of published.sort((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1))) {
    registerRoute(
      app,
      implement(route, () => Promise.reject(new Error('Routes are only described here.'))),
    )
  }
  const { body } = await app.inject('/api/openapi.json')
  await app.close()
  return body
}

export async function generateClient(folder: string): Promise<void> {
  const work = await mkdtemp(path.join(tmpdir(), 'exempta-client-'))
  const description = path.join(work, 'openapi.json')
  try {
    await writeFile(description, await describeApi())
    await promisify(execFile)('npm', ['exec', '--workspace', 'client', '--', 'openapi-ts', '--no-log-file'], {
      cwd: root,
      env: { ...process.env, DESCRIPTION: description, FOLDER: folder },
    })
  } finally {
    await rm(work, { recursive: true })
  }
}

if (import.meta.main) await generateClient(path.join(root, 'client/src/generated'))
