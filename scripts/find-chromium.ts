import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { unpackChromium } from './unpack-chromium.ts'

export interface Chromium {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

// The one without windows first: a journey takes a third less of the processor in it.
const machinePlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

// A browser under test talks to the product alone: no updates, no field trials, no account services.
const quietArgs = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
]

/** The browser for the journeys: CHROMIUM_PATH, the machine's own, Debian's package (as root), or npm's. */
export async function findChromium(): Promise<Chromium> {
  const asked = process.env.CHROMIUM_PATH
  if (asked) {
    if (!runs(asked)) throw new Error(`CHROMIUM_PATH=${asked} is not a browser that starts.`)
    return machineBrowser(asked)
  }
  const found = machinePlaces.find(runs) ?? installDebianPackage()
  if (found) return machineBrowser(found)
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { executablePath, libraryPath } = await unpackChromium()
    return {
      executablePath,
      args: [...quietArgs, '--no-sandbox', '--single-process', '--no-zygote'],
      env: { LD_LIBRARY_PATH: libraryPath },
    }
  }
  throw new Error(
    'Chromium was not found. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to a Chromium or Chrome.',
  )
}

function machineBrowser(executablePath: string): Chromium {
  const asRoot = process.getuid?.() === 0
  return { executablePath, args: asRoot ? [...quietArgs, '--no-sandbox'] : quietArgs, env: {} }
}

// Some systems keep a stub in place of the browser, so being there is not enough.
function runs(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0
}

function installDebianPackage(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['--quiet', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  // Not every release has the one without windows.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    try {
      apt('update')
      apt('install', '--yes', '--no-install-recommends', name)
    } catch (error) {
      console.error(`Debian's ${name} could not be installed: ${String(error)}`)
    }
    const found = machinePlaces.find(runs)
    if (found) return found
  }
  return undefined
}
