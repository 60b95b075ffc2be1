import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const isOcrmypdfInstalled = () => spawnSync('ocrmypdf', ['--version']).status === 0

/** Time that ocrmypdf takes to make the same file searchable, with both cores. */
export function secondsOfOcrmypdf(pdf: Uint8Array): number {
  const folder = mkdtempSync(join(tmpdir(), 'exempta-ocr-'))
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf)
    const start = performance.now()
    const { status, stderr } = spawnSync(
      'ocrmypdf',
      [
        '--quiet',
        '--jobs',
        '2',
        '--force-ocr',
        '--output-type',
        'pdf',
        '--optimize',
        '0',
        'in.pdf',
        'out.pdf',
      ],
      { cwd: folder, encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`ocrmypdf failed: ${stderr}`)
    return (performance.now() - start) / 1000
  } finally {
    rmSync(folder, { recursive: true })
  }
}
