/** What certificates say, and the wallet. */
export const certificateLimits = {
  readValueLength: 300,
  expiresSoonDays: 90,
  reminderLapsesDays: 30,
  walletSellers: 50,
  fillSellers: 20,
  signatureStrokes: 100,
  signaturePoints: 2_000,
} as const
