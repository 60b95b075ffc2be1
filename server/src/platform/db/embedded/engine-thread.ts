/**
 * The thread that runs the embedded PostgreSQL. It speaks PostgreSQL's wire protocol: bytes of the client in,
 * bytes of the server out, so that the same client library serves the embedded and the real database.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { EngineData, FromEngine, ToEngine } from './engine-messages.ts'
import { openEngine } from './open-engine.ts'

const flushAtBytes = 64 * 1024
const port = parentPort
if (!port) throw new Error('The embedded database runs in a thread of its own.')
const { folder, wasm } = workerData as EngineData

const post = (message: FromEngine, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
const die = (error: unknown) => {
  post({ kind: 'lost', reason: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

const engine = await openEngine({ folder, wasm, onLost: die })
post({ kind: 'ready' })

// The engine is asked synchronously, so messages are answered one by one in their order.
port.on('message', (message: ToEngine) => {
  if (message.kind === 'close') {
    engine.close().then(() => process.exit(0), die)
    return
  }
  try {
    answer(message.bytes)
  } catch (error) {
    die(error)
  }
})

function answer(request: Uint8Array): void {
  let chunks: Uint8Array[] = []
  let sizeBytes = 0
  const flush = () => {
    if (sizeBytes === 0) return
    const bytes = new Uint8Array(sizeBytes)
    let offset = 0
    for (const chunk of chunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    post({ kind: 'bytes', bytes }, [bytes.buffer])
    chunks = []
    sizeBytes = 0
  }
  const collect = (chunk: Uint8Array) => {
    chunks.push(chunk.slice())
    sizeBytes += chunk.length
    if (sizeBytes >= flushAtBytes) flush()
  }
  if (request[0] === 0) {
    collect(engine.execProtocolRawSync(request))
  } else {
    engine.execProtocolRawStream(request, { syncToFs: false, onRawData: collect }).catch(die)
  }
  flush()
}
