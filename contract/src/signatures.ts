/** Hashes and Ed25519 signatures, in the browser as in Node. */

const keyBytes = 32
const signatureBytes = 64

/** This browser has no such signatures. Browsers of before 2025 don't. */
export class NoSignaturesError extends Error {
  constructor() {
    super('This browser can’t check signatures. Please use a current version.')
  }
}

export async function isSignedBy(
  publicKey: string,
  writtenSignature: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const [raw, signature] = [bytesOf(publicKey), bytesOf(writtenSignature.trim())]
  if (raw?.length !== keyBytes || signature?.length !== signatureBytes) return false
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']).catch(() => {
    throw new NoSignaturesError()
  })
  return crypto.subtle.verify('Ed25519', key, signature, bytes)
}

/** Short enough to read out over the phone. */
export async function fingerprintOf(publicKey: string): Promise<string> {
  const hash = await sha256(bytesOf(publicKey) ?? new Uint8Array())
  return (hash.slice(0, 32).match(/.{4}/g) ?? []).join(' ')
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}
