import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { ObjectMissingError, StoreFullError, StoreUnavailableError } from './object-store.ts'

export interface S3Address {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  timeouts?: Partial<S3Timeouts>
  /** How many names to ask for at once; the server decides when not given. */
  listPageSize?: number
}

interface S3Timeouts {
  connectMs: number
  /** For an answer to one attempt, and for each piece of a body. */
  answerMs: number
}

const defaultTimeouts: S3Timeouts = { connectMs: 3000, answerMs: 10_000 }
const attempts = 2
const insufficientStorage = 507

type Sdk = typeof import('@aws-sdk/client-s3')

/** The client with its limits: whatever the other side does, each call ends in time and with an error of ours. */
export class S3Connection {
  readonly sdk: Sdk
  readonly client: S3Client
  readonly #timeouts: S3Timeouts

  private constructor(sdk: Sdk, address: S3Address) {
    this.sdk = sdk
    this.#timeouts = { ...defaultTimeouts, ...address.timeouts }
    this.client = new sdk.S3Client({
      endpoint: address.endpoint,
      region: address.region,
      credentials: { accessKeyId: address.accessKeyId, secretAccessKey: address.secretAccessKey },
      forcePathStyle: true,
      // Servers other than Amazon's refuse the newer checksums; the chunks authenticate themselves.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: attempts,
      requestHandler: {
        connectionTimeout: this.#timeouts.connectMs,
        requestTimeout: this.#timeouts.answerMs,
        throwOnRequestTimeout: true,
      },
    })
  }

  /** Loads the SDK only where it is used: it is large. */
  static async open(address: S3Address): Promise<S3Connection> {
    return new S3Connection(await import('@aws-sdk/client-s3'), address)
  }

  /** The limit is for the answer alone: a body is read as fast as its reader likes, see `piecesOf`. */
  async run<T>(call: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    const { connectMs, answerMs } = this.#timeouts
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), attempts * (connectMs + answerMs))
    try {
      return await call({ abortSignal: late.signal })
    } catch (error) {
      throw storeError(error)
    } finally {
      clearTimeout(timer)
    }
  }

  async *piecesOf(body: Readable): AsyncGenerator<Uint8Array, void, void> {
    const stalled = () => body.destroy(new Error('The store stopped sending.'))
    let timer = setTimeout(stalled, this.#timeouts.answerMs)
    try {
      for await (const piece of body) {
        clearTimeout(timer)
        yield piece
        timer = setTimeout(stalled, this.#timeouts.answerMs)
      }
    } catch (error) {
      throw storeError(error)
    } finally {
      clearTimeout(timer)
      body.destroy()
    }
  }
}

const missingNames = new Set(['NoSuchKey', 'NotFound', 'InvalidRange'])

/** The SDK's errors hold the whole exchange, signature included: only name and status go on. */
function storeError(error: unknown): Error {
  const { name, code, $metadata } = error as {
    name?: string
    code?: string
    $metadata?: { httpStatusCode?: number }
  }
  const status = $metadata?.httpStatusCode
  const cause = new Error([name, code, status].filter(Boolean).join(' '))
  if (name && missingNames.has(name)) return new ObjectMissingError(undefined, { cause })
  return status === insufficientStorage ? new StoreFullError({ cause }) : new StoreUnavailableError({ cause })
}
