/** Starts a demo that is filled already, and doesn't go on with its story. */
import { readConfig } from '../src/config.ts'
import { onShutdown } from '../src/shutdown.ts'
import { start } from '../src/start.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const config = readConfig(process.env, [...process.argv.slice(2), '--demo'])
const starting = start(config, print, { playsDemoStory: false })
onShutdown(async () => (await starting).stop(), print)
await starting
