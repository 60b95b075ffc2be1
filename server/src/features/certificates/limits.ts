/** Reminders. */
export const limits = {
  /** Reminders before a certificate expires, in days; the last ones also go to businesses. */
  reminderDays: [90, 60, 30, 10, 0],
  businessReminderDays: [10, 0],
} as const
