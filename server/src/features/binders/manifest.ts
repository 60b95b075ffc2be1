/** The list of everything in a binder, with the hash of each file, and its signature. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type BinderManifest,
  manifestFormat,
  manifestPath,
  signaturePath,
} from '@exempta/contract/binders/verify-binder'
import type { Signer } from '../../platform/crypto/signing-keys.ts'
import type { ZipEntry } from '../../platform/zip.ts'
import type { BinderContent } from './binder-content.ts'

export class Manifest {
  readonly #about: Omit<BinderManifest, 'files'>
  readonly #signer: Signer
  readonly #files: BinderManifest['files'] = []

  constructor({ scope, businessName, counts, publicUrl, signer }: BinderContent) {
    this.#about = {
      format: manifestFormat,
      business: businessName,
      state: scope.state,
      from: scope.from_on,
      to: scope.to_on,
      madeAt: scope.until.toISOString(),
      madeBy: publicUrl,
      counts,
      key: { id: signer.key.id, publicKey: signer.key.publicKey.toString('base64') },
    }
    this.#signer = signer
  }

  /** The entries, then the manifest of what was written for each, then its signature. */
  async *including(entries: AsyncIterable<ZipEntry>): AsyncGenerator<ZipEntry, void, void> {
    for await (const entry of entries) yield this.#noted(entry)
    let manifest: Buffer | undefined
    const text = () => {
      manifest ??= Buffer.from(`${JSON.stringify({ ...this.#about, files: this.#files }, null, 1)}\n`)
      return manifest
    }
    yield { path: manifestPath, open: async () => Readable.from([text()]), isCompressed: true }
    yield {
      path: signaturePath,
      open: async () => Readable.from([Buffer.from(`${this.#signer.sign(text()).toString('base64')}\n`)]),
      isCompressed: false,
    }
  }

  #noted({ path, open, isCompressed }: ZipEntry): ZipEntry {
    const files = this.#files
    async function* hashed(content: Readable): AsyncGenerator<Buffer, void, void> {
      const hash = createHash('sha256')
      let sizeBytes = 0
      for await (const piece of content as AsyncIterable<Buffer>) {
        hash.update(piece)
        sizeBytes += piece.length
        yield piece
      }
      files.push({ path, sizeBytes, sha256: hash.digest('hex') })
    }
    return {
      path,
      isCompressed,
      open: async () => Readable.from(hashed(await open()), { objectMode: false }),
    }
  }
}
