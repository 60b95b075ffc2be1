import { dayMs, secondMs } from './durations.ts'

/** Live connections, chat and notifications. */
export const liveLimits = {
  realtimeReconnectMs: [1 * secondMs, 2 * secondMs, 5 * secondMs, 10 * secondMs],
  realtimeTimeoutMs: 10 * secondMs,
  realtimeHeartbeatMs: 30 * secondMs,
  realtimeStreamsPerSocket: 50,
  realtimeEventIds: 500,
  chatMessageLength: 2000,
  chatTypingMs: 3 * secondMs,
  notificationUnreadShown: 99,
  notificationsKeptMs: 180 * dayMs,
} as const
