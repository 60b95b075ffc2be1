/** A process that sends mails until somebody kills it. */
import { openDatabase } from '../db/database.ts'
import { startSending } from './sending.fixture.ts'

const [location = '', smtpUrl = ''] = process.argv.slice(2)
await startSending(await openDatabase(JSON.parse(location)), smtpUrl)
