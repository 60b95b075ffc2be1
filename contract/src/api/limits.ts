/** The API for businesses and webhooks. */
export const apiLimits = {
  apiPurposeLength: 1000,
  apiDecisionReasonLength: 500,
  apiKeyNameLength: 100,
  apiKeyMaxDays: 730,
  idempotencyKeyLength: 200,
  webhookUrlLength: 500,
  webhookDescriptionLength: 200,
} as const
