import { openDatabase } from '../db/database.ts'
import { startSending } from './sending.fixture.ts'

/** A process that sends mails until somebody kills it. */

const [location = '', smtpUrl = ''] = process.argv.slice(2)
await startSending(await openDatabase(JSON.parse(location)), smtpUrl)
