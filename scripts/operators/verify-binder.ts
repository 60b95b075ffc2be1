/**
 * `npm run binder:verify -- FILE`: checks that an audit binder is as it was made: every file that its manifest lists is
 * there, unchanged, and none was added; and that the signature fits. A PDF is checked as a certificate that was made and
 * signed here. Ends with 1 and says what is wrong when it does not.
 * `-- FILE --key KEY` also checks that this key signed it, as published at /api/keys of the installation.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { parseArgs } from 'node:util'
import { BinderError } from '@exempta/contract/binders/read-zip'
import { SealError, verifySignedFile } from '@exempta/contract/certificates/signed-file'
import { fingerprintOf } from '@exempta/contract/signatures'
import { verifyBinderFile } from '../../server/src/features/binders/verify-binder-file.ts'

const usage = 'Usage: npm run binder:verify -- FILE [--key KEY]. The key is published at /api/keys.'

function readOptions(): { file: string; key: string | undefined } | undefined {
  try {
    const { values, positionals } = parseArgs({
      options: { key: { type: 'string' } },
      allowPositionals: true,
    })
    const [file, ...others] = positionals
    return file === undefined || others.length > 0 ? undefined : { file, key: values.key }
  } catch {
    return undefined
  }
}

const options = readOptions()
if (!options) {
  console.error(usage)
  process.exitCode = 2
} else if (!existsSync(options.file)) {
  console.error(`There’s no file ${options.file}.`)
  process.exitCode = 2
} else {
  try {
    if (extname(options.file).toLowerCase() === '.pdf') await verifyCertificate(options.file, options.key)
    else await verifyBinder(options.file, options.key)
  } catch (error) {
    if (!(error instanceof BinderError || error instanceof SealError)) throw error
    console.error(`BAD: ${error.message}`)
    process.exitCode = 1
  }
}

async function verifyBinder(file: string, key: string | undefined): Promise<void> {
  const { files, key: signedBy, madeBy, ...binder } = await verifyBinderFile(file, key)
  console.log(`${binder.business}, ${binder.state}, ${binder.from} to ${binder.to}, made ${binder.madeAt}.`)
  console.log(`${files.length} files are as they were made, and the signature fits.`)
  await sayKey(signedBy.publicKey, madeBy, key)
}

async function verifyCertificate(file: string, key: string | undefined): Promise<void> {
  const {
    signer,
    seller,
    signedAt,
    key: signedBy,
    madeBy,
  } = await verifySignedFile(new Uint8Array(await readFile(file)), key)
  console.log(`Signed by ${signer.name}, ${signer.title}, ${signer.email}, for ${seller}, ${signedAt}.`)
  console.log('The file is as it was signed, and the seal fits.')
  await sayKey(signedBy.publicKey, madeBy, key)
}

async function sayKey(publicKey: string, madeBy: string, given: string | undefined): Promise<void> {
  const fingerprint = await fingerprintOf(publicKey)
  console.log(
    given === undefined
      ? `Signed by the key ${fingerprint}. Compare it with the one at ${madeBy}/api/keys, or give it with --key.`
      : `Signed by the key that you gave, ${fingerprint}.`,
  )
}
