/** A second thread that reads lines. It lives as long as the process: a thread must not end inside the network. */
import { parentPort } from 'node:worker_threads'
import { type LinesToRead, workOff } from './line-readers.ts'
import { recognitionNetworks } from './sessions.ts'

const networks = recognitionNetworks()

parentPort?.on('message', async (work: LinesToRead) => {
  parentPort?.postMessage(await workOff(await networks, work))
})
