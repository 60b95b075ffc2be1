import { open } from 'node:fs/promises'
import { type BinderManifest, verifyBinder } from '@exempta/contract/binders/verify-binder'

/** Checks a binder on this machine. Throws a `BinderError` that says what is wrong. */
export async function verifyBinderFile(path: string, expectedKey?: string): Promise<BinderManifest> {
  const file = await open(path)
  try {
    const { size: sizeBytes } = await file.stat()
    const read = async (start: number, length: number) => {
      const bytes = new Uint8Array(length)
      const { bytesRead } = await file.read(bytes, 0, length, start)
      return bytes.subarray(0, bytesRead)
    }
    return await verifyBinder({ sizeBytes, read }, { expectedKey })
  } finally {
    await file.close()
  }
}
