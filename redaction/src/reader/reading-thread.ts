/** A second thread that reads lines. It lives as long as the process: a thread must not end inside the network. */
import { parentPort } from 'node:worker_threads'
import { type LinesToRead, workOff } from './line-readers.ts'
import { recognitionSession } from './sessions.ts'

const session = recognitionSession()

parentPort?.on('message', async (work: LinesToRead) => {
  parentPort?.postMessage(await workOff(await session, work))
})
