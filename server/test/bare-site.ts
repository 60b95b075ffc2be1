import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A web app with a shell and nothing else, for tests that only need pages to be there. */
export async function createBareSite(
  routes: string[] = [],
): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'exempta-site-'))
  await mkdir(join(folder, 'client'))
  await writeFile(join(folder, 'client/shell.html'), '<h1>Shell</h1>')
  const site = { shell: 'shell.html', pages: { 'shell.html': [] }, routes }
  await writeFile(join(folder, 'site.json'), JSON.stringify(site))
  return { folder, remove: () => rm(folder, { recursive: true }) }
}
