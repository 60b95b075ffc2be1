import { createSecretKey, hkdfSync, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolderDurably, writeDurably } from '../write-durably.ts'
import { MasterKeyError } from './errors.ts'

const masterKeyBytes = 32

/** Wraps the keys of files. Its id is derived from it, so that a wrong key is known as such before it is used. */
export interface MasterKey {
  readonly id: string
  readonly secret: KeyObject
}

export function masterKey(bytes: Uint8Array): MasterKey {
  if (bytes.length !== masterKeyBytes) throw new TypeError(`A master key has ${masterKeyBytes} bytes.`)
  const id = Buffer.from(hkdfSync('sha256', bytes, '', 'exempta master key id', 16)).toString('hex')
  return { id, secret: createSecretKey(bytes) }
}

export const generateMasterKey = (): MasterKey => masterKey(randomBytes(masterKeyBytes))

/** The form of a key in the environment and in the key file: base64 of 32 bytes. */
const masterKeyText = /^[A-Za-z0-9+/]{43}=$/

export const parseMasterKey = (text: string): MasterKey => masterKey(Buffer.from(text, 'base64'))

export const formatMasterKey = (key: MasterKey): string => key.secret.export().toString('base64')

/** Where master keys come from. The newest stands first; the others are there until nothing is wrapped by them. */
export interface MasterKeySource {
  /** For messages: `MASTER_KEY` or the path of the key file. */
  readonly location: string
  load(): Promise<MasterKey[]>
  /** Missing where the operator keeps the keys: then new ones come from the operator too. */
  save?(keys: readonly MasterKey[]): Promise<void>
}

/** Keys that the operator sets: MASTER_KEY, then MASTER_KEY_PREVIOUS while a rotation is under way. */
export function environmentKeys(texts: readonly string[]): MasterKeySource {
  const keys = texts.map(parseMasterKey)
  return { location: 'MASTER_KEY', load: async () => keys }
}

const permissionBits = 0o777
const othersBits = 0o077

/** Keys in a file that only its owner may read: base64, one a line, the newest first. */
export function keyFile(path: string): MasterKeySource {
  return {
    location: path,
    async load() {
      const lines = (await readPrivately(path)).split('\n').filter(Boolean)
      if (!lines.every((line) => masterKeyText.test(line))) {
        throw new MasterKeyError(`The key file ${path} is damaged. Restore it from a copy.`)
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
    throw new MasterKeyError(`The key file ${path} can’t be read (${error.code}).`, { cause: error })
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
