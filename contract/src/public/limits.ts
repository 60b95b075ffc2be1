/** Forms that anybody can fill in. */
export const formLimits = {
  formStampLength: 200,
  contactSubjectLength: 150,
  contactMessageLength: 3000,
  coverLetterLength: 5000,
  resumeMaxBytes: 10 * 1024 * 1024,
} as const
