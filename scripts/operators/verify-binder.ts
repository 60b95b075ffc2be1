/**
 * `npm run binder:verify -- FILE`: checks that an audit binder is as it was made: every file that its manifest lists is
 * there, unchanged, and none was added; and that the signature fits. Ends with 1 and says what is wrong when it does not.
 * `-- FILE --key KEY` also checks that this key signed it, as published at /api/keys of the installation.
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { BinderError } from '@exempta/contract/binders/read-zip'
import { fingerprintOf } from '@exempta/contract/binders/verify-binder'
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
    const { files, key, madeBy, ...binder } = await verifyBinderFile(options.file, options.key)
    console.log(`${binder.business}, ${binder.state}, ${binder.from} to ${binder.to}, made ${binder.madeAt}.`)
    console.log(`${files.length} files are as they were made, and the signature fits.`)
    console.log(
      options.key === undefined
        ? `Signed by the key ${await fingerprintOf(key.publicKey)}. Compare it with the one at ${madeBy}/api/keys, or give it with --key.`
        : `Signed by the key that you gave, ${await fingerprintOf(key.publicKey)}.`,
    )
  } catch (error) {
    if (!(error instanceof BinderError)) throw error
    console.error(`BAD: ${error.message}`)
    process.exitCode = 1
  }
}
