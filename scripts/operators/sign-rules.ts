/**
 * For operators who maintain rules of their own.
 * `npm run rules:sign -- --new-key KEY_FILE` makes a key and prints the public one, for RULES_KEYS.
 * `npm run rules:sign -- --key KEY_FILE RULES.json SIGNED.json` checks the rules and signs them.
 * `npm run rules:sign -- --export TX` prints the released rules of a state, to begin with.
 */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { RulesFile, withRulesFile } from '@exempta/knowledge/rules-file'
import { states } from '@exempta/knowledge/states'

const usage = `Usage:
  npm run rules:sign -- --new-key KEY_FILE
  npm run rules:sign -- --export STATE
  npm run rules:sign -- --key KEY_FILE RULES.json SIGNED.json`

class UsageError extends Error {}

function makeKey(file: string): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  const base64 = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  return `The key is in ${file}. Keep it secret. Installations trust it with this setting:\nRULES_KEYS=our-rules:${base64}`
}

function exportState(code: string): string {
  const state = states.get(code.toUpperCase())
  if (!state) throw new UsageError(`There is no state ${code}.`)
  const publishedOn = new Date().toISOString().slice(0, 10)
  const file = {
    title: `Rules of ${state.name}`,
    publisher: 'Our tax department',
    publishedOn,
    states: [state],
  }
  return JSON.stringify(file, null, 2)
}

function signFile(keyFile: string, from: string, to: string): string {
  const rules: unknown = JSON.parse(readFileSync(from, 'utf8'))
  const parsed = RulesFile.safeParse(rules)
  if (!parsed.success) {
    throw new UsageError(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
    )
  }
  const set = withRulesFile(parsed.data)
  if ('mistakes' in set) throw new UsageError(set.mistakes.join('\n'))
  const key = createPrivateKey(readFileSync(keyFile))
  const signature = sign(null, Buffer.from(JSON.stringify(rules)), key).toString('base64')
  writeFileSync(to, `${JSON.stringify({ signature, rules }, null, 2)}\n`)
  return `Signed ${parsed.data.title} as version ${set.version} in ${to}.`
}

function run(): string {
  const { values, positionals } = parseArgs({
    options: { 'new-key': { type: 'string' }, export: { type: 'string' }, key: { type: 'string' } },
    allowPositionals: true,
  })
  const [from, to, ...others] = positionals
  if (values['new-key'] && !from) return makeKey(values['new-key'])
  if (values.export && !from) return exportState(values.export)
  if (values.key && from && to && others.length === 0) return signFile(values.key, from, to)
  throw new UsageError(usage)
}

try {
  console.log(run())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
