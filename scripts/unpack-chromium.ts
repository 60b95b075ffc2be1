import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const folder = path.join(import.meta.dirname, '..', '.cache', 'chromium')

/** Unpacks npm's Chromium (Linux on x64 only) with the libraries that a bare machine lacks. */
export async function unpackChromium(): Promise<{ executablePath: string; libraryPath: string }> {
  await mkdir(folder, { recursive: true })
  // The package unpacks into the system's temporary folder, under a fixed name that anybody could take
  // first, and adds libraries only where it believes to be on Amazon Linux: so both are told to it here.
  const program = `
    const { default: chromium } = await import('@sparticuz/chromium')
    process.stdout.write(await chromium.executablePath())`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
  })
  return { executablePath: stdout, libraryPath: path.join(folder, 'al2023', 'lib') }
}
