import type { ServerMessage, Stream } from '@exempta/contract/events'

/** A message as bytes, encoded once for any number of sockets. */
export type Frame = Buffer

export const frameOf = (message: ServerMessage): Frame => Buffer.from(JSON.stringify(message))

/** The payload is JSON already and goes in as it is; names of streams and events need no escaping. */
export function eventFrame(stream: Stream, seq: number, name: string, payload: string): Frame {
  return Buffer.from(
    `{"type":"event","stream":"${stream}","seq":${seq},"name":"${name}","payload":${payload}}`,
  )
}
