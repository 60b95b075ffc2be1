import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
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
  /** For an answer to one attempt, beside the time that its body may take. */
  answerMs: number
  /** For each piece of a body that is read. */
  pieceMs: number
}

// People wait for the answer, so a call fails within three seconds when the store does not answer.
const defaultTimeouts: S3Timeouts = { connectMs: 1000, answerMs: 2500, pieceMs: 10_000 }
// A store slower than this, two megabytes a second, counts as one that does not answer.
const slowestBytesPerMs = 2000
// A call that failed quickly is retried once; after a longer wait there is no time for that.
const quickFailureMs = 500
const retryAfterMs = 100
const insufficientStorage = 507

type Sdk = typeof import('@aws-sdk/client-s3')

interface CallLimit {
  abortSignal: AbortSignal
  requestTimeout: number
}

/** The S3 client with time limits: whatever the server does, each call ends in time and with one of our errors. */
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
      maxAttempts: 1,
      requestHandler: {
        connectionTimeout: this.#timeouts.connectMs,
        throwOnRequestTimeout: true,
      },
    })
  }

  /** Loads the SDK only where it is used: it is large. */
  static async open(address: S3Address): Promise<S3Connection> {
    return new S3Connection(await import('@aws-sdk/client-s3'), address)
  }

  /** The limit is for the answer alone: a body is read as fast as its reader likes, see `piecesOf`. */
  async run<T>(call: (limit: CallLimit) => Promise<T>, bodyBytes = 0): Promise<T> {
    const requestTimeout = this.#timeouts.answerMs + bodyBytes / slowestBytesPerMs
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), requestTimeout + quickFailureMs + retryAfterMs)
    const attempt = () => call({ abortSignal: late.signal, requestTimeout })
    const start = performance.now()
    try {
      return await attempt().catch(async (error: unknown) => {
        if (!isTransient(error) || performance.now() - start > quickFailureMs) throw error
        await delay(retryAfterMs)
        return attempt()
      })
    } catch (error) {
      throw storeError(error)
    } finally {
      clearTimeout(timer)
    }
  }

  async *piecesOf(body: Readable): AsyncGenerator<Uint8Array, void, void> {
    const stalled = () => body.destroy(new Error('The store stopped sending.'))
    let timer = setTimeout(stalled, this.#timeouts.pieceMs)
    try {
      for await (const piece of body) {
        clearTimeout(timer)
        yield piece
        timer = setTimeout(stalled, this.#timeouts.pieceMs)
      }
    } catch (error) {
      throw storeError(error)
    } finally {
      clearTimeout(timer)
      body.destroy()
    }
  }
}

/** A failed connection, or an error of the server itself. */
function isTransient(error: unknown): boolean {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  return status === undefined || (status >= 500 && status !== insufficientStorage)
}

const missingNames = new Set(['NoSuchKey', 'NotFound', 'InvalidRange'])

/** The SDK's errors contain the whole exchange with its signature, so only name and status are passed on. */
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
