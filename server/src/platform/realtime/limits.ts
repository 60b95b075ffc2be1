import { hourMs } from '@exempta/contract/durations'

/** Live connections. */
export const limits = {
  realtimeMessageMaxBytes: 64 * 1024,
  realtimeMessagesPerSecond: 20,
  realtimeMessageBurst: 60,
  realtimeBufferedMaxBytes: 1024 * 1024,
  realtimeSocketsPerPerson: 20,
  realtimeSocketsMax: 20_000,
  realtimeEventsKeptMs: 24 * hourMs,
  realtimeEventsKept: 1000,
} as const
