import { StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { only } from './access.ts'
import { accountLimits } from './accounts/limits.ts'
import { PageQuery, pageOf } from './paging.ts'
import { EmailAddress } from './people.ts'
import { requestLimits } from './requests/limits.ts'
import { defineRoute, fileOf } from './route.ts'
import { ManyLines, OneLine, orNothing, SearchText } from './text.ts'

const tag = 'Requests'
const member = only('business')

/**
 * The words of every request, on the page and in the email. A seller who invites claims loses its protection, so they
 * only say what to do if a purchase is exempt.
 */
export const requestWords =
  'If your purchases are exempt, send your certificate. If they aren’t, let us know and we won’t ask again.'

export const requestKinds = ['email', 'link', 'standing'] as const

/**
 * How far a request has come, in the order of its life. The labels are those of the list. An email is sent once the mail
 * server took it, and kept where no mail server is set up.
 */
export const requestStatusWords = {
  open: 'Open',
  queued: 'Sending',
  kept: 'Kept',
  sent: 'Sent',
  opened: 'Opened',
  received: 'Received',
  verified: 'Verified',
  rejected: 'Rejected',
  withdrawn: 'No longer shared',
  declined: 'Not exempt',
  bounced: 'Not delivered',
  closed: 'Closed',
} as const
export type RequestStatus = keyof typeof requestStatusWords
export const requestStatuses = Object.keys(requestStatusWords) as [RequestStatus, ...RequestStatus[]]
export const RequestStatus = z.enum(requestStatuses)

/** Why an email came back. Shown after “Couldn’t be delivered:”. */
export const bounceWords = {
  address: 'the address doesn’t exist',
  'mailbox-full': 'the mailbox is full',
  refused: 'their mail server refused it',
  'too-large': 'their mail server found it too large',
  unreachable: 'their mail server couldn’t be reached',
  other: 'their mail server gave no clear reason',
} as const
export type Bounce = keyof typeof bounceWords

export const CertificateRequest = z
  .object({
    id: z.uuid(),
    kind: z
      .enum(requestKinds)
      .describe('`email`: sent to one address. `link`: for one customer. `standing`: for a location.'),
    status: RequestStatus,
    link: z.string().describe('The page where the customer answers. Shown as a QR code, too.'),
    replyTo: z
      .string()
      .nullable()
      .describe('Where the customer can email the certificate. Null where emails aren’t received.'),
    bounce: z.string().nullable().describe('Why the last email couldn’t be delivered'),
    automaticAnswerAt: z.iso
      .datetime()
      .nullable()
      .describe('When an automatic answer came, such as an out-of-office note'),
    email: z.string().nullable(),
    customerName: z.string().nullable(),
    customerReference: z.string().nullable().describe('Your own customer number'),
    customerId: z.uuid().nullable().describe('The customer’s record'),
    state: StateCode.nullable(),
    message: z.string().nullable(),
    location: z.string().nullable().describe('Of a standing request'),
    dueOn: z.iso.date().nullable(),
    receivedCount: z.int().describe('How many certificates came. Only a standing request can have several.'),
    receivedId: z.uuid().nullable().describe('The document, as in the list of received documents'),
    senderName: z.string().nullable().describe('Who sent the certificate'),
    createdAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable().describe('When the email was written; `status` says whether it left'),
    reminders: z.int().describe('How many reminders were written'),
    remindedAt: z.iso.datetime().nullable().describe('The last reminder'),
    openedAt: z.iso.datetime().nullable(),
    receivedAt: z.iso.datetime().nullable(),
    closedAt: z.iso.datetime().nullable(),
  })
  .meta({
    examples: [
      {
        id: '0199f3b0-9d2f-7c11-8e0a-1b2c3d4e5f60',
        kind: 'email',
        status: 'sent',
        link: 'https://exempta.example.com/r/AZnzsJ0vfBGOChssPU5fYKd0Q2VqV3l1c2Jk',
        replyTo: null,
        bounce: null,
        automaticAnswerAt: null,
        email: 'buyer@example.org',
        customerName: 'Prairie Wind Foods Co',
        customerReference: 'C-1042',
        customerId: null,
        state: 'TX',
        message: null,
        location: null,
        dueOn: null,
        receivedCount: 0,
        receivedId: null,
        senderName: null,
        createdAt: '2026-05-04T09:00:00.000Z',
        sentAt: '2026-05-04T09:00:00.000Z',
        reminders: 0,
        remindedAt: null,
        openedAt: null,
        receivedAt: null,
        closedAt: null,
      },
    ],
  })
export type CertificateRequest = z.infer<typeof CertificateRequest>

const RequestFilter = z.object({
  search: SearchText.optional().describe('The beginning of a name, an email address or a customer number'),
  status: RequestStatus.optional(),
})

export const requestsQuery = PageQuery.extend(RequestFilter.shape)

export const NewRequest = z.strictObject({
  email: z
    .union([z.literal('').transform(() => null), EmailAddress])
    .nullable()
    .describe('We email the request to this address. Without it, hand the link or its QR code on yourself.'),
  customerName: orNothing(OneLine(accountLimits.nameLength)),
  customerReference: orNothing(OneLine(requestLimits.customerReferenceLength)),
  customerId: z
    .uuid()
    .nullable()
    .optional()
    .describe('The customer’s record. Without it, the customer with this number is taken.'),
  state: z
    .union([z.literal('').transform(() => null), StateCode])
    .nullable()
    .describe('The state you need the certificate for'),
  message: orNothing(ManyLines(requestLimits.requestMessageLength)),
  isCopied: z.boolean().default(false).describe('Emails you a copy of what the customer gets'),
})
export type NewRequest = z.output<typeof NewRequest>

const params = z.object({ id: z.uuid() })

export const listRequests = defineRoute({
  method: 'GET',
  path: '/api/requests',
  summary: 'List your certificate requests, newest first',
  tag,
  access: member,
  query: requestsQuery.extend({
    campaignId: z.uuid().optional().describe('Only requests of this campaign'),
    customerId: z.uuid().optional().describe('Only requests to this customer'),
  }),
  response: pageOf(CertificateRequest),
  errors: ['not-allowed'],
})

export const createRequest = defineRoute({
  method: 'POST',
  path: '/api/requests',
  summary: 'Ask one customer for a certificate. Only managers can have it emailed.',
  tag,
  access: member,
  body: NewRequest,
  freeText: ['customerName', 'customerReference', 'message'],
  response: CertificateRequest,
  status: 201,
  errors: ['not-allowed', 'business-not-active', 'conflict', 'too-many-requests'],
})

export const getRequest = defineRoute({
  method: 'GET',
  path: '/api/requests/:id',
  summary: 'Get a certificate request',
  tag,
  access: member,
  params,
  response: CertificateRequest,
  errors: ['not-allowed', 'not-found'],
})

export const closeRequest = defineRoute({
  method: 'POST',
  path: '/api/requests/:id/close',
  summary: 'Close a request. Its link and QR code stop working (managers).',
  tag,
  access: member,
  params,
  response: CertificateRequest,
  errors: ['not-allowed', 'not-found'],
})

const Chosen = z.strictObject({
  ids: z
    .array(z.uuid())
    .min(1, 'Please choose a request')
    .max(requestLimits.requestsAtOnce, `Please choose at most ${requestLimits.requestsAtOnce} at once`),
})
const chosenErrors = ['not-allowed', 'not-found'] as const

/** Why a chosen request isn’t emailed again, in words. */
export const notEmailedWords = {
  answered: 'answered or closed',
  'no-address': 'without an email address',
  'not-sent': 'not asked yet',
  refused: 'asked not to be emailed, or said that they aren’t exempt',
  'too-soon': `emailed within the last ${requestLimits.emailedAgainDays} days`,
  'too-often': `reminded ${requestLimits.reminders} times`,
} as const
export type NotEmailed = keyof typeof notEmailedWords

const Emailed = z.object({
  count: z.int().describe('How many customers we email'),
  left: z
    .array(
      z.object({
        reason: z.enum(Object.keys(notEmailedWords) as [NotEmailed, ...NotEmailed[]]),
        count: z.int(),
      }),
    )
    .describe('Chosen requests that we leave out, and why'),
})
export type Emailed = z.infer<typeof Emailed>

export const remindRequests = defineRoute({
  method: 'POST',
  path: '/api/requests/remind',
  summary: 'Remind customers who haven’t answered (managers), each of them at most four times',
  tag,
  access: member,
  body: Chosen,
  response: Emailed,
  errors: [...chosenErrors, 'business-not-active', 'too-many-requests'],
})

export const resendRequests = defineRoute({
  method: 'POST',
  path: '/api/requests/resend',
  summary:
    'Email requests once more (managers): at once if the email didn’t arrive, otherwise after a few days',
  tag,
  access: member,
  body: Chosen,
  response: Emailed,
  errors: [...chosenErrors, 'business-not-active', 'too-many-requests'],
})

export const closeRequests = defineRoute({
  method: 'POST',
  path: '/api/requests/close',
  summary: 'Cancel requests. Their links and QR codes stop working (managers).',
  tag,
  access: member,
  body: Chosen,
  response: z.object({ closed: z.int() }),
  errors: chosenErrors,
})

export const openStandingRequest = defineRoute({
  method: 'POST',
  path: '/api/business/locations/:id/request',
  summary: 'Get the standing request of a location, whose QR code stays at the counter',
  tag,
  access: member,
  params,
  response: CertificateRequest,
  errors: ['not-allowed', 'not-found', 'business-not-active'],
})

export const getRequestQr = defineRoute({
  method: 'GET',
  path: '/api/requests/:id/qr',
  summary: 'Get the QR code of a request',
  tag,
  access: member,
  params,
  response: fileOf('image/svg+xml').unrecorded('Shows the link that the page of the request shows as text'),
  errors: ['not-allowed', 'not-found'],
})
