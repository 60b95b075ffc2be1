/** Every limit and constant of the product, in one place. Units stand last in the name. */

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export const limits = {
  // People and passwords
  nameLength: 120,
  emailLength: 254,
  passwordMinLength: 8,
  passwordMaxLength: 1024,
  temporaryPasswordMinLength: 6,
  backupCodes: 10,
  twoFactorCodeDigits: 6,
  secondFactorMs: 10 * minute,
  knownDeviceMs: 365 * day,
  passkeys: 10,
  passkeyQuestionMs: 5 * minute,
  // Clocks of several machines may differ by this much.
  clockDifferenceMs: 5 * minute,
  setUpLinkMs: 24 * hour,
  resetLinkMs: 30 * minute,
  emailLinkMs: 24 * hour,
  choosePasswordLinkMs: 7 * day,
  temporaryPasswordMs: 7 * day,
  invitationMs: 7 * day,
  invitationKeptMs: 30 * day,
  openInvitations: 100,
  dataExportKeptMs: 7 * day,
  dataExportPreparingMs: 1 * day,
  dataExportMaxBytes: 10 * 1024 ** 3,
  ipRanges: 100,
  ipRangeLength: 60,
  phoneLength: 40,
  phoneMinDigits: 7,
  phoneMaxDigits: 15,
  websiteLength: 200,
  taxIdLength: 10,
  businessAddressLength: 300,

  // Sessions
  sessionIdleMs: 30 * minute,
  sessionAbsoluteMs: 12 * hour,
  sessionTickMs: 30 * second,
  sessionRenewBelowMs: 90 * second,
  shareCodeMs: 10 * minute,
  shareCodeAttempts: 5,
  shareCodeResendMs: 1 * minute,
  viewerSessionMs: 1 * hour,
  viewerWaitMs: 25 * second,

  // Documents
  uploadMaxBytes: 10 * 1024 * 1024,
  uploadMaxFiles: 20,
  uploadRedirectMs: 2 * second,
  viewLinkMs: 3600 * second,
  originalKeptMs: 24 * hour,
  storedFileMaxBytes: 64 * 1024 * 1024,
  fileDraftMs: 1 * hour,
  orphanFileMs: 24 * hour,
  documentPages: 200,
  documentNameLength: 200,
  documentsKept: 10_000,
  documentsKeptBytes: 10 * 1024 * 1024 * 1024,
  documentsWaiting: 200,
  queuePlacesTold: 100,
  blackOutBoxes: 200,
  cardsInMemory: 16,
  cardsInMemoryPerAccount: 4,
  cardsInMemoryPerSource: 8,
  uploadsArriving: 500,
  uploadsArrivingPerAccount: 50,
  uploadsArrivingPerSource: 250,
  viewTokenLength: 300,
  imagePixels: 50_000_000,
  emailShareDays: 7,
  emailShareMaxDays: 365,
  shareEndsSoonMs: 2 * day,
  shareDocuments: 1000,
  shareReceivers: 100,
  sharePairs: 10_000,
  shareMailsPerDay: 200,
  shareMessageLength: 1000,
  receiversFound: 10,
  rejectReasonLength: 500,
  reviewedAtOnce: 100,
  retentionChoicesDays: [30, 90, 365],

  // Lists and dashboards
  pageSize: 25,
  pageSizeMax: 100,
  cursorLength: 1500,
  searchLength: 100,
  notificationTitleLength: 200,
  notificationMessageLength: 1000,
  notificationUnreadShown: 99,
  notificationsCounted: 1000,
  notificationsMarked: 10_000,
  dashboardRecentDocuments: 5,
  dashboardRecentBusinesses: 3,
  dashboardTeamMembers: 5,
  adminRecentPerKind: 2,
  growthWindowMs: 30 * day,
  growthWithoutBaseline: 100,
  issueGrowthBaseline: 10,
  reportDefaultRangeMs: 30 * day,
  reportMaxRangeMs: 732 * day,
  reportReviewers: 100,
  reportNameLength: 100,
  reportDescriptionLength: 300,
  reportKeyLength: 60,
  reportAliasLength: 40,
  reportColumnsMax: 40,
  reportJoins: 5,
  reportGroups: 2,
  reportAggregations: 12,
  reportChoices: 20,
  reportCountMax: 1_000_000_000,
  reportLastDays: 3660,
  reportWrittenLength: 8000,
  reportTemplates: 200,
  reportTimeoutMs: 20 * second,
  reportColumns: { documents: 9, businesses: 12, users: 7, document_shares: 6, business_users: 10 },

  // Feedback
  successBannerMs: 3 * second,

  // Public forms
  formStampLength: 200,
  formFilledMinMs: 2 * second,
  formFilledMaxMs: 24 * hour,
  contactSubjectLength: 150,
  contactMessageLength: 3000,
  coverLetterLength: 5000,
  resumeMaxBytes: 10 * 1024 * 1024,
  resumesInMemory: 8,
  resumesInMemoryPerSource: 2,
  applicationKeptMs: 365 * day,

  // Live support
  chatAutomaticReplyMs: 1 * second,
  chatPanelHeightRem: 32,
  chatPanelWidthRem: 24,
  chatMessageLength: 2000,
  chatMessagesPerMinute: 30,
  chatMessagesShown: 50,
  chatUnreadShown: 99,
  chatDocumentsShown: 10,
  chatGuestMs: 30 * day,
  chatGuestKeptMs: 365 * day,
  chatLinkMs: 7 * day,
  // An answer that was not read by then is mailed.
  chatUnreadMailMs: 1 * minute,
  chatPresenceBeatMs: 30 * second,
  chatPresenceMs: 90 * second,
  chatTypingMs: 3 * second,

  // Realtime
  realtimeReconnectMs: [1 * second, 2 * second, 5 * second, 10 * second],
  realtimeTimeoutMs: 10 * second,
  realtimeHeartbeatMs: 30 * second,
  realtimeMessageMaxBytes: 64 * 1024,
  realtimeMessagesPerSecond: 20,
  realtimeMessageBurst: 60,
  realtimeBufferedMaxBytes: 1024 * 1024,
  realtimeSocketsPerPerson: 20,
  realtimeSocketsMax: 20_000,
  realtimeStreamsPerSocket: 50,
  realtimeEventIds: 500,
  realtimeEventsKeptMs: 24 * hour,
  realtimeEventsKept: 1000,

  // Mail
  newDocumentsMailMs: 10 * minute,
  mailSecretsKeptMs: 7 * day,
  mailKeptMs: 90 * day,

  // Retention
  networkAddressesKeptMs: 365 * day,
  notificationsKeptMs: 180 * day,

  // Health: from where on a figure is told as a warning, or as bad
  queueAgeWarningMs: 5 * minute,
  queueAgeBadMs: 30 * minute,
  freeSpaceWarningBytes: 5 * 1024 ** 3,
  freeSpaceBadBytes: 1024 ** 3,
  // Kept for the database and for what is being processed: with less than this, uploads are refused.
  freeSpaceKeptBytes: 100 * 1024 ** 2,
  databaseAnswerWarningMs: 1 * second,

  // API for businesses
  apiPurposeLength: 1000,
  apiDecisionReasonLength: 500,
  apiKeyNameLength: 100,
  apiKeyMaxDays: 730,
  apiKeysKept: 100,
  apiKeyUseNotedMs: 1 * minute,
  idempotencyKeyLength: 200,
  idempotencyKeptMs: 24 * hour,
  // Longer than any call takes: whoever holds it longer has died.
  idempotencyHeldMs: 5 * minute,

  // Webhooks
  webhooks: 10,
  webhookUrlLength: 500,
  webhookDescriptionLength: 200,
  webhookTimeoutMs: 10 * second,
  webhookAnswerMaxBytes: 1024,
  webhookRetriedMs: 24 * hour,
  webhookRetryMs: 1 * minute,
  webhookRetryMaxMs: 2 * hour,
  webhookFailingMs: 3 * day,
  webhookOldSecretMs: 24 * hour,
  webhookLogKeptMs: 30 * day,

  // Requests
  jsonBodyMaxBytes: 1024 * 1024,
  guessBodyMaxBytes: 16 * 1024,
  // 10 MB within the time takes 31 kbit/s; a body that moves less than the bytes in each interval is ended sooner.
  requestMs: 45 * minute,
  bodyPaceBytes: 32 * 1024,
  // While others wait for its place, a body that falls this far behind this pace is cut.
  placeGraceMs: 5 * second,
  placeBytesPerSecond: 32 * 1024,
} as const

/** What an upload may be: content type → the file endings people know it by. */
export const acceptedUploadTypes = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
} as const

export const businessTypes = [
  'Retail',
  'Healthcare',
  'Education',
  'Government',
  'Nonprofit',
  'Other',
] as const
