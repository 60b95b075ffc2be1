import { execFileSync, spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'

export interface UserIds {
  uid: number
  gid: number
}

/** Whom to run programs as that refuse root: nobody when we are root, otherwise simply ourselves. */
export function unprivilegedUser(): UserIds | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** A folder for temporary files that this user can reach. */
export function tempFolderFor(user: UserIds | undefined): string {
  const folders = [tmpdir(), '/tmp', '/var/tmp']
  const reachable = folders.find(
    (folder) => !user || spawnSync('sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0,
  )
  if (!reachable) throw new Error(`The user nobody can reach none of ${folders.join(', ')}.`)
  return reachable
}
