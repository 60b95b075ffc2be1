/**
 * Live events. An act publishes inside its own transaction; the database numbers the event, keeps it and tells
 * every process at commit; each process's hub hands it to the sockets that follow the stream.
 */
import {
  type EventName,
  type EventPayload,
  events,
  type SignalMessage,
  type SignalName,
  type SignalPayload,
  Stream,
  signals,
} from '@exempta/contract/events'
import type { Transaction } from '../db/database.ts'
import { signalNotice } from './notice.ts'
import { insertEvent, notify } from './queries.ts'

/**
 * Sends an event to a stream exactly when the transaction commits, and answers its sequence number. The stream
 * is locked until then, so publish last: whoever publishes to the same stream waits for this transaction.
 */
export async function publish<Name extends EventName>(
  tx: Transaction,
  stream: Stream,
  name: Name,
  payload: EventPayload<Name>,
): Promise<number> {
  // The schema trims the payload to the declared fields: nothing else leaves the server.
  return insertEvent(tx, Stream.parse(stream), name, JSON.stringify(events[name].parse(payload)))
}

/** Tells those who follow the stream right now; nothing is stored. `from` is the person it comes from. */
export async function signal<Name extends SignalName>(
  tx: Transaction,
  stream: Stream,
  name: Name,
  payload: SignalPayload<Name>,
  from: string | null = null,
): Promise<void> {
  const checked = signals[name].parse(payload) as SignalPayload<Name>
  await notify(
    tx,
    signalNotice({
      type: 'signal',
      stream: Stream.parse(stream),
      from,
      name,
      payload: checked,
    } as SignalMessage),
  )
}
