import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'

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
export const masterKeyText = /^[A-Za-z0-9+/]{43}=$/

export const parseMasterKey = (text: string): MasterKey => masterKey(Buffer.from(text, 'base64'))

export const formatMasterKey = (key: MasterKey): string => key.secret.export().toString('base64')
