import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolderDurably, writeDurably } from '../write-durably.ts'
import { MasterKeyError } from './errors.ts'
import { formatMasterKey, masterKeyText, parseMasterKey } from './master-key.ts'
import type { MasterKeySource } from './master-key-source.ts'

const permissionBits = 0o777
const othersBits = 0o077

/** Keys in a file that only its owner may read: base64, one a line, the newest first. */
export function keyFile(path: string): MasterKeySource {
  return {
    place: path,
    async load() {
      const lines = (await readPrivately(path)).split('\n').filter(Boolean)
      if (!lines.every((line) => masterKeyText.test(line))) {
        throw new MasterKeyError(`The key file ${path} is damaged; put back a copy of it.`)
      }
      return lines.map(parseMasterKey)
    },
    async save(keys) {
      await makeFolderDurably(dirname(path))
      const text = keys.map((key) => `${formatMasterKey(key)}\n`).join('')
      await writeDurably({ temporary: `${path}.${randomUUID()}`, final: path }, async (handle) => {
        await handle.writeFile(text)
      })
    },
  }
}

/** Empty when there is no such file. */
async function readPrivately(path: string): Promise<string> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new MasterKeyError(`The key file ${path} cannot be read (${error.code}).`, { cause: error })
  })
  if (!handle) return ''
  try {
    const { mode } = await handle.stat()
    if (mode & othersBits) {
      const shown = (mode & permissionBits).toString(8)
      throw new MasterKeyError(`Others can read the key file ${path} (mode ${shown}): run chmod 600 on it.`)
    }
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}
