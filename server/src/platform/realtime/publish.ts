/**
 * Live events. An act publishes inside its own transaction; at its commit the database numbers the event, keeps it and
 * notifies every process; each process's hub hands it to the sockets that follow the stream.
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
import { collectUntilCommit } from '../db/statements/kysely-transaction.ts'
import { signalNotice } from './notice.ts'
import { writeOutgoing } from './queries.ts'

/**
 * Sends an event to a stream exactly when the transaction commits. It is written right before the commit, so it may
 * be called at any point of the transaction.
 */
export function publish<Name extends EventName>(
  tx: Transaction,
  stream: Stream,
  name: Name,
  payload: EventPayload<Name>,
): void {
  collectUntilCommit(tx, writeOutgoing, {
    stream: Stream.parse(stream),
    name,
    // The schema trims the payload to the declared fields: nothing else leaves the server.
    payload: JSON.stringify(events[name].parse(payload)),
  })
}

/**
 * Sends a signal to those who follow the stream when the transaction commits; nothing is stored. `from` is the person
 * it comes from.
 */
export function signal<Name extends SignalName>(
  tx: Transaction,
  stream: Stream,
  name: Name,
  payload: SignalPayload<Name>,
  from: string | null = null,
): void {
  const checked = signals[name].parse(payload) as SignalPayload<Name>
  const message = { type: 'signal', stream: Stream.parse(stream), from, name, payload: checked }
  collectUntilCommit(tx, writeOutgoing, { notice: signalNotice(message as SignalMessage) })
}
