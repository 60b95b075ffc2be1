import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWeb } from '../scripts/operators/build-web.ts'
import { root } from '../scripts/run-command.ts'
import type { Bench } from './bench.ts'
import { timedStart } from './start/timed-start.ts'

const skipped = ['node_modules', '.git', '.cache', 'data', 'test-results']

export const bench: Bench = {
  summary: 'what `npm ci --omit=dev` installs, and whether the product starts with that and the build alone',
  async run(print) {
    if (!(await buildWeb({ quiet: true }))) throw new Error('The web app could not be built.')
    const folder = await mkdtemp(path.join(tmpdir(), 'exempta-install-'))
    const copy = path.join(folder, 'exempta')
    try {
      await cp(root, copy, { recursive: true, filter: (name) => !skipped.includes(path.basename(name)) })
      const begin = performance.now()
      const { status, stderr } = spawnSync('npm', ['ci', '--omit=dev'], { cwd: copy, encoding: 'utf8' })
      if (status !== 0) throw new Error(`npm ci --omit=dev failed:\n${stderr}`)
      const installSeconds = (performance.now() - begin) / 1000
      const started = await timedStart(
        path.join(copy, 'scripts/operators/start.ts'),
        path.join(folder, 'data'),
      )
      print(`  installed in ${installSeconds.toFixed(1)} s, started in ${started.seconds.toFixed(1)} s`)
      return {
        figures: {
          installedMb: megabytes(path.join(copy, 'node_modules')),
          developmentMb: megabytes(path.join(root, 'node_modules')),
          installSeconds,
          firstStartSeconds: started.seconds,
        },
        limits: { installedMb: { atMost: 750 } },
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** On the disk; a file with several names counts once. */
function megabytes(folder: string): number {
  return Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0])
}
