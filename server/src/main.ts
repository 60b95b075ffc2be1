/** Starts the program: configuration, database, services, then the parts its role asks for. */
import { type Config, ConfigError, readConfig } from './config.ts'
import { MasterKeyError } from './platform/crypto/errors.ts'
import { DataFolderInUseError } from './platform/db/errors.ts'
import { onShutdown } from './shutdown.ts'
import { start } from './start.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

function configOrExit(): Config {
  try {
    return readConfig(process.env, process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    refuse(error.message)
  }
}

function refuse(reason: string): never {
  process.stderr.write(`Exempta did not start. ${reason}\n`)
  process.exit(1)
}

try {
  const running = await start(configOrExit(), say)
  onShutdown(() => running.stop(), say)
} catch (error) {
  if (error instanceof DataFolderInUseError || error instanceof MasterKeyError) refuse(error.message)
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    refuse('The port is already in use by another program; choose another with PORT.')
  }
  throw error
}
