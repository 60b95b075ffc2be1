/**
 * Checks a binder with nothing but the file itself: what is in it, whether it was changed, and who signed it. The page
 * at /verify-binder runs it in the browser, and `npm run binder:verify` in Node.
 */
import { z } from 'zod'
import { BinderCounts } from '../binders.ts'
import { isSignedBy, NoSignaturesError, sha256 } from '../signatures.ts'
import { BinderError, readZip, unzip, type ZippedFile, type ZipSource } from './read-zip.ts'

export const manifestFormat = 'exempta-binder-1'
export const manifestPath = 'manifest.json'
export const signaturePath = 'manifest.sig'

const BinderManifest = z.object({
  format: z.literal(manifestFormat),
  business: z.string(),
  state: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  madeAt: z.iso.datetime(),
  madeBy: z.string(),
  counts: BinderCounts,
  key: z.object({ id: z.uuid(), publicKey: z.base64() }),
  files: z.array(
    z.object({ path: z.string(), sizeBytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
})
export type BinderManifest = z.infer<typeof BinderManifest>

interface Check {
  /** The key that has to have signed it, as published at /api/keys. */
  expectedKey?: string | undefined
  onProgress?: (share: number) => void
}

/** Reads file after file and holds one of them. Throws a `BinderError` that says what is wrong. */
export async function verifyBinder(source: ZipSource, check: Check = {}): Promise<BinderManifest> {
  const zipped = await readZip(source)
  const manifestBytes = await readSmall(source, zipped.get(manifestPath), manifestPath)
  const signature = await readSmall(source, zipped.get(signaturePath), signaturePath)
  const manifest = manifestOf(manifestBytes)
  await requireSignature(manifest, manifestBytes, new TextDecoder().decode(signature), check.expectedKey)
  const listed = new Set(manifest.files.map(({ path }) => path))
  for (const path of zipped.keys()) {
    if (path !== manifestPath && path !== signaturePath && !listed.has(path)) {
      throw new BinderError(`${path}: this file was added. The manifest doesn’t list it.`)
    }
  }
  for (const [at, file] of manifest.files.entries()) {
    await requireSame(source, zipped.get(file.path), file)
    check.onProgress?.((at + 1) / manifest.files.length)
  }
  return manifest
}

const smallBytes = 64 * 1024 * 1024

async function readSmall(source: ZipSource, file: ZippedFile | undefined, path: string) {
  if (!file) throw new BinderError(`${path}: this file is missing.`)
  if (file.sizeBytes > smallBytes) throw new BinderError(`${path}: this file is too large.`)
  return unzip(source, file)
}

function manifestOf(bytes: Uint8Array): BinderManifest {
  try {
    return BinderManifest.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    throw new BinderError(`${manifestPath}: this isn’t the manifest of an audit binder.`)
  }
}

async function requireSignature(
  { key }: BinderManifest,
  manifestBytes: Uint8Array<ArrayBuffer>,
  writtenSignature: string,
  expectedKey: string | undefined,
): Promise<void> {
  if (expectedKey !== undefined && expectedKey.trim() !== key.publicKey) {
    throw new BinderError(`${signaturePath}: another key signed this binder than the one you gave.`)
  }
  const fits = await isSignedBy(key.publicKey, writtenSignature, manifestBytes).catch((error: unknown) => {
    throw error instanceof NoSignaturesError ? new BinderError(error.message) : error
  })
  if (!fits) throw new BinderError(`${signaturePath}: the signature doesn’t fit the manifest.`)
}

async function requireSame(
  source: ZipSource,
  file: ZippedFile | undefined,
  { path, sizeBytes, sha256: expected }: BinderManifest['files'][number],
): Promise<void> {
  if (!file) throw new BinderError(`${path}: this file is missing.`)
  if (file.sizeBytes !== sizeBytes || (await sha256(await unzip(source, file))) !== expected) {
    throw new BinderError(`${path}: this file was changed.`)
  }
}
