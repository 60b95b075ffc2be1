import type { SessionEndReason, SignalMessage, Stream } from '@exempta/contract/events'

/** The channel of the database that carries notices between processes. */
export const liveChannel = 'exempta_live'

/** Which connections of a person must be closed, and why. */
export interface Dismissal {
  personId: string
  /** Only this session's connections. */
  sessionId?: string | undefined
  /** All but this session's connections. */
  exceptSessionId?: string | undefined
  reason: SessionEndReason | 'rights-changed'
}

export type Notice =
  /** `payload` is undefined when it was too large to be sent along. */
  | { kind: 'event'; stream: Stream; seq: number; name: string; payload: string | undefined }
  | { kind: 'signal'; stream: Stream; frame: string }
  | { kind: 'dismiss'; dismissal: Dismissal }

export const signalNotice = (message: SignalMessage): string =>
  `signal ${message.stream} ${JSON.stringify(message)}`

export const dismissNotice = (dismissal: Dismissal): string => `dismiss ${JSON.stringify(dismissal)}`

/** Payloads stay text, because they are sent to the sockets unchanged. `live_publish` in SQL writes notices too. */
export function readNotice(text: string): Notice {
  const [kind, rest] = cut(text)
  switch (kind) {
    case 'event': {
      const [stream, afterStream] = cut(rest)
      const [seq, afterSeq] = cut(afterStream)
      const [name, payload] = cut(afterSeq)
      return { kind, stream: stream as Stream, seq: Number(seq), name, payload: payload || undefined }
    }
    case 'signal': {
      const [stream, frame] = cut(rest)
      return { kind, stream: stream as Stream, frame }
    }
    case 'dismiss':
      return { kind, dismissal: JSON.parse(rest) as Dismissal }
    default:
      throw new Error(`Unknown kind of notice: ${kind}`)
  }
}

function cut(text: string): [head: string, rest: string] {
  const at = text.indexOf(' ')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
