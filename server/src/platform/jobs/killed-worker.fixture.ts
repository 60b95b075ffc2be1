/** A worker process for the fault test. It prints when it is ready and when it takes a job, until it is killed. */
import { openDatabase } from '../db/open-database.ts'
import { startWriting } from './written-job.fixture.ts'

const print = (word: string) => process.stdout.write(`${word}\n`)
const database = await openDatabase(JSON.parse(process.argv[2] ?? ''))
await startWriting(database, { runs: true, onTaken: () => print('taken') })
print('ready')
