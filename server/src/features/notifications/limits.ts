/** The bell. */
export const limits = {
  notificationTitleLength: 200,
  notificationMessageLength: 1000,
  notificationsCounted: 1000,
  notificationsMarked: 10_000,
} as const
