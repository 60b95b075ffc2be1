/**
 * `npm run dev`: the product with demo data on one address, http://localhost:PORT (3000). Vite serves the pages
 * from their sources with hot reload and passes calls on to the API, which restarts when its sources change.
 *
 * Data lives in ./data-dev unless DATA_DIR says otherwise; all other settings are those of `npm start`.
 * `npm run dev -- --inspect` lets a debugger attach to the API.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createServer, type Plugin } from 'vite'
import { findFreePort } from '../../server/src/platform/http/free-port.ts'
import { pagePolicy } from '../../server/src/platform/http/security-headers.ts'
import { root } from '../run-command.ts'

const apiSources = [
  'contract/src',
  'knowledge/src',
  'knowledge/cards',
  'knowledge/forms',
  'knowledge/states',
  'redaction/src',
  'server/src',
  'server/migrations',
  'server/schema',
].map((folder) => path.join(root, folder))
const apiPaths = ['/api', '/metrics']
const restartDelayMs = 100
// A restart does not wait for documents that are being processed: their jobs run again.
const restartLimitMs = 1000
const stopLimitMs = 20_000

const { values } = parseArgs({ options: { inspect: { type: 'boolean', default: false } } })
const port = Number(process.env.PORT ?? 3000) || (await findFreePort('127.0.0.1'))
const apiPort = await findFreePort('127.0.0.1')

let api: ChildProcess | undefined
let isApiStarting = true
let isStopping = false
let restartTimer: NodeJS.Timeout | undefined
let restarting = Promise.resolve()
const waitingCalls: (() => void)[] = []

// React and React Router choose their development builds by it.
process.env.NODE_ENV ??= 'development'
const vite = await createServer({
  root: path.join(root, 'web'),
  configFile: path.join(root, 'web', 'vite.config.ts'),
  clearScreen: false,
  plugins: [developmentServer()],
  server: {
    host: 'localhost',
    port,
    strictPort: true,
    proxy: Object.fromEntries(
      apiPaths.map((prefix) => [prefix, { target: `http://127.0.0.1:${apiPort}`, ws: true }]),
    ),
  },
})
await vite.listen()
vite.watcher.add(apiSources)
vite.watcher.on('all', (_event, file) => {
  const isApiSource = apiSources.some((folder) => file.startsWith(folder + path.sep))
  if (isApiSource && !file.endsWith('.test.ts')) restartApiSoon()
})
startApi()

// Vite's own handler would end this process before the API has stopped.
process.removeAllListeners('SIGTERM')
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // npm passes Ctrl-C on a second time, so only the first signal counts.
  process.on(signal, async () => {
    if (isStopping) return
    isStopping = true
    await restarting
    await stopApi(stopLimitMs)
    await vite.close()
    process.exit(0)
  })
}

function startApi(): void {
  const options = values.inspect ? ['--inspect'] : []
  const child = spawn(
    process.execPath,
    [...options, path.join(import.meta.dirname, 'dev-api.ts'), '--demo'],
    {
      cwd: root,
      // A process group of its own: Ctrl-C reaches this script only, which stops the API once and in order.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        ...process.env,
        DATA_DIR: process.env.DATA_DIR || path.join(root, 'data-dev'),
        HOST: '127.0.0.1',
        PORT: String(apiPort),
        PUBLIC_URL: `http://localhost:${port}`,
      },
    },
  )
  child.once('message', releaseCalls)
  child.once('exit', () => {
    if (api !== child) return
    console.error('The API has stopped. It restarts when you save one of its files.')
    releaseCalls()
  })
  api = child
}

async function stopApi(limitMs: number): Promise<void> {
  const child = api
  api = undefined
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs)
  await exited
  clearTimeout(limit)
}

/** Waits for the last of several files that are saved together, and for the restart before this one. */
function restartApiSoon(): void {
  clearTimeout(restartTimer)
  restartTimer = setTimeout(() => {
    isApiStarting = true
    restarting = restarting.then(async () => {
      if (isStopping) return
      console.log('Restarting the API.')
      await stopApi(restartLimitMs)
      startApi()
    })
  }, restartDelayMs)
}

function releaseCalls(): void {
  isApiStarting = false
  for (const proceed of waitingCalls.splice(0)) proceed()
}

/** Holds calls back while the API starts, and gives pages the policy of production with what hot reload needs. */
function developmentServer(): Plugin {
  // Vite and React write inline scripts and styles whose hashes are not known beforehand.
  const policy = pagePolicy(['unsafe-inline']).replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
  return {
    name: 'exempta:development-server',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!apiPaths.some((prefix) => request.url?.startsWith(prefix))) {
          response.setHeader('content-security-policy', policy)
          next()
        } else if (isApiStarting) waitingCalls.push(next)
        else next()
      })
    },
  }
}
