import { z } from 'zod'
import { anyone, only } from '../access.ts'
import { accountLimits } from '../accounts/limits.ts'
import { Phone } from '../businesses/profile.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { EmailAddress } from '../people.ts'
import { formLimits } from '../public/limits.ts'
import { formGuard } from '../public.ts'
import { defineRoute, fileOf } from '../route.ts'
import { ManyLines, OneLine, SearchText } from '../text.ts'

const tag = 'Job applications'

/** The open positions; the Careers page describes each. */
export const positions = {
  'senior-software-engineer': 'Senior Software Engineer',
  'product-manager': 'Product Manager',
  'customer-success-manager': 'Customer Success Manager',
  'security-engineer': 'Security Engineer',
  general: 'General Application',
} as const
export type Position = keyof typeof positions
export const Position = z.enum(Object.keys(positions) as [Position, ...Position[]])

export const applicationStates = ['new', 'in-review', 'accepted', 'rejected'] as const
export const ApplicationState = z.enum(applicationStates)
export type ApplicationState = z.infer<typeof ApplicationState>

/** Accepted résumés: content type → file extension. Detected from the content, not from the name. */
export const resumeTypes = {
  'application/pdf': '.pdf',
  'application/msword': '.doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
} as const
export type ResumeType = keyof typeof resumeTypes
const resumeTypeNames = Object.keys(resumeTypes) as [ResumeType, ...ResumeType[]]

/** The form's fields besides the file `resume`. */
export const ApplicationForm = z.strictObject({
  position: Position,
  name: OneLine(accountLimits.nameLength, { missing: 'Please enter your name' }),
  email: EmailAddress,
  phone: Phone,
  coverLetter: ManyLines(formLimits.coverLetterLength).default(''),
  ...formGuard,
})

export const submitApplication = defineRoute({
  method: 'POST',
  path: '/api/applications',
  summary: 'Apply for a position with a résumé',
  tag,
  access: anyone,
  upload: true,
  response: 'nothing',
  errors: ['invalid-input', 'malformed-request', 'too-large', 'too-many-requests', 'unavailable', 'no-room'],
  throttle: 'guess',
})

export const JobApplication = z.object({
  id: z.uuid(),
  position: Position,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  state: ApplicationState,
  submittedAt: z.iso.datetime(),
  resume: z.object({ name: z.string(), type: z.enum(resumeTypeNames), sizeBytes: z.int() }),
})
export type JobApplication = z.infer<typeof JobApplication>

const JobApplicationDetail = JobApplication.extend({ coverLetter: z.string() })
const params = z.object({ id: z.uuid() })

export const listApplications = defineRoute({
  method: 'GET',
  path: '/api/applications',
  summary: 'Job applications',
  tag,
  access: only('admin'),
  query: PageQuery.extend({
    search: SearchText.optional().describe('Part of a name or email address'),
    state: ApplicationState.optional(),
    position: Position.optional(),
    sort: z.enum(['newest', 'oldest']).default('newest'),
  }),
  response: pageOf(JobApplication),
})

export const getApplication = defineRoute({
  method: 'GET',
  path: '/api/applications/:id',
  summary: 'Get a job application with its cover letter',
  tag,
  access: only('admin'),
  params,
  response: JobApplicationDetail,
  errors: ['not-found'],
})

export const updateApplication = defineRoute({
  method: 'PATCH',
  path: '/api/applications/:id',
  summary: 'Change the status of a job application',
  tag,
  access: only('admin'),
  params,
  body: z.strictObject({ state: ApplicationState }),
  response: JobApplicationDetail,
  errors: ['not-found'],
})

/** Also shreds the résumé. */
export const removeApplication = defineRoute({
  method: 'DELETE',
  path: '/api/applications/:id',
  summary: 'Delete a job application and its résumé',
  tag,
  access: only('admin'),
  params,
  response: 'nothing',
  errors: ['not-found'],
})

export const downloadResume = defineRoute({
  method: 'GET',
  path: '/api/applications/:id/resume',
  summary: 'Download the résumé of a job application',
  tag,
  access: only('admin'),
  params,
  response: fileOf(...resumeTypeNames).recordedAs('application.download'),
  errors: ['not-found'],
})
