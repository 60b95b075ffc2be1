import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { nonceBytes, open, seal, tagBytes } from './aes-gcm.ts'
import { TamperedFileError } from './errors.ts'
import type { MasterKey } from './master-key.ts'

/** What a stored file is: every ciphertext and every wrapped key is bound to it. */
export interface FileIdentity {
  readonly documentId: string
  /** `original`, `redacted`, `thumbnail`, `page-3` … */
  readonly rendition: string
  readonly version: number
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const renditionName = /^[a-z][a-z0-9-]{0,39}$/

/** Associated data for AES-GCM. No part can hold a zero byte, so no two identities give the same bytes. */
export function associatedData(purpose: string, { documentId, rendition, version }: FileIdentity): Buffer {
  if (!uuid.test(documentId)) throw new TypeError('The document id of a file must be a lower-case UUID.')
  if (!renditionName.test(rendition)) throw new TypeError('Not a name of a rendition.')
  if (!Number.isSafeInteger(version) || version < 1) throw new TypeError('Versions count from 1.')
  return Buffer.from([purpose, documentId, rendition, version].join('\0'))
}

const fileKeyBytes = 32

export const generateFileKey = (): KeyObject => createSecretKey(randomBytes(fileKeyBytes))

export const wrapKey = (master: MasterKey, fileKey: KeyObject, file: FileIdentity): Buffer =>
  seal(master.secret, fileKey.export(), wrapContext(master, file))

export function unwrapKey(master: MasterKey, wrapped: Uint8Array, file: FileIdentity): KeyObject {
  if (wrapped.length !== nonceBytes + fileKeyBytes + tagBytes) throw new TamperedFileError()
  const fileKey = open(master.secret, wrapped, wrapContext(master, file))
  try {
    return createSecretKey(fileKey)
  } finally {
    fileKey.fill(0)
  }
}

const wrapContext = (master: MasterKey, file: FileIdentity) =>
  associatedData(`exempta file key\0${master.id}`, file)
