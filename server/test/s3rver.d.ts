declare module 's3rver' {
  import type { Server } from 'node:http'
  import type { AddressInfo } from 'node:net'

  export interface S3rverOptions {
    port: number
    address: string
    silent: boolean
    directory: string
    configureBuckets: { name: string }[]
  }

  export default class S3rver {
    constructor(options: S3rverOptions)
    readonly httpServer: Server
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
