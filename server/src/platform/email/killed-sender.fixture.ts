import { openDatabase } from '../db/open-database.ts'
import { startSending } from './sending.fixture.ts'

/** A process that sends emails until it is killed. */

const [location = '', smtpUrl = ''] = process.argv.slice(2)
await startSending(await openDatabase(JSON.parse(location)), smtpUrl)
