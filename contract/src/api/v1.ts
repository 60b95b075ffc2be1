import { FieldName, FormCode, NotACertificate, Reason, StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { apiKey } from '../access.ts'
import { accountLimits } from '../accounts/limits.ts'
import { MemberRole, MemberStatus } from '../businesses.ts'
import { certificateLimits } from '../certificates/limits.ts'
import { Exemption } from '../certificates.ts'
import { coverageLimits } from '../coverage/limits.ts'
import { TaxedSale, WhyTaxed } from '../coverage/why-taxed.ts'
import { CoverageAnswer, isTaxed, Sale } from '../coverage.ts'
import { CustomerNumber } from '../customers.ts'
import { documentLimits } from '../documents/limits.ts'
import { DocumentType, GovernmentCard, Quad } from '../documents.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { EmailAddress } from '../people.ts'
import { requestLimits } from '../requests/limits.ts'
import { RequestStatus, requestsQuery } from '../requests.ts'
import { NewVerification, Verification } from '../review/verifications.ts'
import { RejectReason, ReviewState, receivedFilters } from '../review.ts'
import { defineRoute, fileOf, type Route } from '../route.ts'
import { ReplacedDocument, ShareAct } from '../sharing.ts'
import { ExactLine, ManyLines, OneLine, orNothing } from '../text.ts'
import { Version } from '../whole-numbers.ts'
import * as pages from './webhooks.ts'

/**
 * The public API for businesses. Its shapes are separate from those of the pages: pages may change any day,
 * but what is published here may only grow.
 */

const documentsTag = 'API: documents'

const exampleDocument = {
  id: '0199f3a2-7c1e-7d7b-9a53-5d0d6f6a1c11',
  document: {
    id: '0199f3a1-02bb-7aa0-8f0e-3f6f2b1f9e02',
    name: 'exemption-certificate.pdf',
    type: 'application/pdf',
    version: 1,
    pageCount: 2,
    sizeBytes: 182_044,
    card: null,
  },
  user: { name: 'Ada Palmer', email: 'ada@example.com' },
  status: 'pending',
  message: 'For our May order',
  receivedAt: '2026-05-04T09:12:45.120Z',
  reviewedAt: null,
  reviewer: null,
  rejectReason: null,
  canDownload: true,
  replaces: null,
  exemption: {
    form: 'ST-120',
    purchaser: 'Prairie Wind Foods Co',
    states: [{ state: 'NY', number: '43-1234567' }],
    expiresOn: null,
    confirmedAt: '2026-05-04T09:15:02.000Z',
  },
} as const

const Document = z
  .object({
    id: z.uuid().describe('The ID to use in every other call'),
    document: z.object({
      id: z.uuid(),
      name: z.string(),
      type: DocumentType,
      version: z
        .int()
        .describe(
          'Increases when the owner blacks out more or uploads a corrected version. A review names the version it’s about.',
        ),
      pageCount: z.int(),
      sizeBytes: z.int(),
      card: GovernmentCard,
    }),
    user: z.object({ name: z.string(), email: z.string() }).describe('The person who shared it'),
    status: ReviewState,
    message: z.string().nullable(),
    receivedAt: z.iso.datetime().describe('The latest time, if it was shared again'),
    reviewedAt: z.iso.datetime().nullable(),
    reviewer: z.string().nullable().describe('A team member or one of the business’s API keys'),
    rejectReason: z.string().nullable(),
    canDownload: z.boolean().describe('False: pages can be viewed but the file can’t be downloaded'),
    replaces: ReplacedDocument.nullable(),
    exemption: z
      .object({
        form: z.string().nullable().describe('The name of the form. Null for forms we don’t know.'),
        purchaser: z.string(),
        states: z.array(z.object({ state: StateCode, number: z.string().nullable() })),
        expiresOn: z.iso.date().nullable().describe('The end date on the certificate'),
        confirmedAt: z.iso.datetime(),
      })
      .nullable()
      .describe('Null until the owner confirms what the certificate says'),
  })
  .meta({ examples: [exampleDocument] })

const exampleReading = {
  isRead: true,
  notACertificate: null,
  certificates: [
    {
      pages: [1],
      form: { code: 'ny-st-120', name: 'ST-120', title: 'Resale Certificate', revision: '6/18' },
      fields: [
        {
          page: 1,
          name: 'purchaser',
          value: 'Prairie Wind Foods Co',
          state: null,
          quad: [
            [0.52, 0.11],
            [0.71, 0.11],
            [0.71, 0.13],
            [0.52, 0.13],
          ],
          isSure: true,
        },
      ],
    },
  ],
  confirmed: {
    form: 'ny-st-120',
    purchaser: 'Prairie Wind Foods Co',
    seller: 'Summit Wholesale',
    reason: 'resale',
    isBlanket: true,
    hasSignature: true,
    signedOn: '2026-05-01',
    expiresOn: null,
    government: null,
    governmentState: null,
    organization: null,
    states: [{ state: 'NY', number: '43-1234567', issuedBy: 'NY' }],
    pages: [1],
    confirmedAt: '2026-05-04T09:15:02.000Z',
  },
  confirmedNotes: [],
} as const

/** What Exempta read on the pages, with its place, and what the owner says about it. */
const Reading = z.object({
  isRead: z.boolean().describe('False while it waits to be read'),
  notACertificate: NotACertificate.nullable().describe('Set if the file is another kind of paper'),
  certificates: z
    .array(
      z.object({
        pages: z.array(z.int()),
        form: z
          .object({
            code: FormCode,
            name: z.string(),
            title: z.string(),
            revision: z.string().nullable(),
          })
          .nullable()
          .describe('Null for forms we don’t know'),
        fields: z.array(
          z.object({
            page: z.int(),
            name: FieldName,
            value: z.string(),
            state: StateCode.nullable().describe('The state that a number is for, where the form says it'),
            quad: Quad.describe('Where it was read: four corners as shares of the page’s width and height'),
            isSure: z.boolean().describe('False if someone should check it'),
          }),
        ),
      }),
    )
    .describe('Usually one'),
  confirmed: z
    .object({
      form: FormCode.nullable(),
      purchaser: z.string(),
      seller: z.string().nullable(),
      reason: Reason.nullable(),
      isBlanket: z.boolean().nullable().describe('False: for one purchase. Null when it doesn’t say.'),
      hasSignature: z.boolean(),
      signedOn: z.iso.date().nullable(),
      expiresOn: z.iso.date().nullable(),
      government: Exemption.shape.government,
      governmentState: Exemption.shape.governmentState,
      organization: Exemption.shape.organization,
      states: Exemption.shape.states,
      pages: z.array(z.int()),
      confirmedAt: z.iso.datetime(),
    })
    .nullable()
    .describe('What the owner says that the certificate says. It can differ from what was read.'),
  confirmedNotes: z
    .array(z.object({ state: StateCode, text: z.string() }))
    .describe('What it lacks, or what speaks against it, by the rules of its states'),
})

const params = z.object({ id: z.uuid().meta({ examples: [exampleDocument.id] }) })

export const listDocuments = defineRoute({
  method: 'GET',
  path: '/api/v1/documents',
  summary: 'List received documents',
  tag: documentsTag,
  access: apiKey('read'),
  query: PageQuery.extend({
    ...receivedFilters,
    updatedSince: z.iso
      .datetime({ offset: true, error: 'Please enter a time such as 2026-05-04T09:00:00Z' })
      .optional()
      .describe(
        'Only documents that were received, reviewed, replaced or changed since this time. Documents that are no longer shared don’t appear.',
      )
      .meta({ examples: ['2026-05-04T09:00:00Z'] }),
  }),
  response: pageOf(Document),
})

export const getDocument = defineRoute({
  method: 'GET',
  path: '/api/v1/documents/:id',
  summary: 'Get a received document, its page sizes and what it says',
  tag: documentsTag,
  access: apiKey('read'),
  params,
  response: Document.extend({
    pages: z.array(z.object({ page: z.int(), width: z.int(), height: z.int() })),
    reading: Reading,
  }).meta({
    examples: [
      {
        ...exampleDocument,
        pages: [
          { page: 1, width: 1700, height: 2200 },
          { page: 2, width: 1700, height: 2200 },
        ],
        reading: exampleReading,
      },
    ],
  }),
  errors: ['not-found'],
})

export const downloadDocument = defineRoute({
  method: 'GET',
  path: '/api/v1/documents/:id/file',
  summary: 'Download the redacted file. The owner sees that you downloaded it.',
  tag: documentsTag,
  access: apiKey('read'),
  params,
  response: fileOf('application/pdf', 'image/jpeg', 'image/png').recordedAs('document.download'),
  errors: ['not-found', 'view-only', 'no-such-range'],
})

export const getPage = defineRoute({
  method: 'GET',
  path: '/api/v1/documents/:id/pages/:page',
  summary: 'Get a redacted page as an image. The owner sees that you viewed it.',
  tag: documentsTag,
  access: apiKey('read'),
  params: params.extend({ page: z.coerce.number().int().min(1).max(documentLimits.documentPages) }),
  response: fileOf('image/jpeg', 'image/png').recordedAs('document.view'),
  errors: ['not-found', 'no-such-range'],
})

const version = Version.describe(
  'The version you reviewed. If there’s a newer one, the call fails with `conflict`.',
)

export const verifyDocument = defineRoute({
  method: 'POST',
  path: '/api/v1/documents/:id/verify',
  summary: 'Verify a pending document',
  tag: documentsTag,
  access: apiKey('review'),
  params,
  body: z.strictObject({ version }).meta({ examples: [{ version: 1 }] }),
  response: Document,
  errors: ['not-found', 'conflict', 'already-reviewed'],
})

export const rejectDocument = defineRoute({
  method: 'POST',
  path: '/api/v1/documents/:id/reject',
  summary: 'Reject a pending document. The owner sees the reason.',
  tag: documentsTag,
  access: apiKey('review'),
  params,
  body: z
    .strictObject({
      version,
      reason: RejectReason,
    })
    .meta({ examples: [{ version: 1, reason: 'The certificate expired in March.' }] }),
  freeText: ['reason'],
  response: Document,
  errors: ['not-found', 'conflict', 'already-reviewed'],
})

const HistoryEvent = z
  .object({
    id: z.uuid(),
    act: ShareAct,
    at: z.iso.datetime(),
    by: z.enum(['owner', 'receiver', 'exempta']),
    person: z.string().nullable().describe('The team member or API key'),
    reason: z.string().nullable().describe('Set when a document is rejected'),
    document: z
      .string()
      .nullable()
      .describe('Set when a document is corrected: the name of the one replaced'),
  })
  .meta({
    examples: [
      {
        id: '0199f3a4-11aa-7b60-b0c6-7f1f5b1b7a10',
        act: 'verified',
        at: '2026-05-04T10:00:00.000Z',
        by: 'receiver',
        person: 'Warehouse (API key)',
        reason: null,
        document: null,
      },
    ],
  })

export const listHistory = defineRoute({
  method: 'GET',
  path: '/api/v1/documents/:id/history',
  summary: 'List a received document’s history, newest first',
  tag: documentsTag,
  access: apiKey('read'),
  params,
  query: PageQuery,
  response: pageOf(HistoryEvent),
  errors: ['not-found'],
})

const LookUp = Verification.meta({
  examples: [
    {
      id: '0199f3a5-3c2d-7a11-9f00-6d5c4b3a2910',
      state: 'TX',
      number: '32012345678',
      kind: 'state-site',
      result: 'active',
      checkedOn: '2026-05-04',
      dueOn: '2027-05-04',
      source: 'mycpa.cpa.state.tx.us/staxpayersearch',
      fileDate: null,
      foundName: null,
      note: null,
      hasProof: false,
      by: 'Warehouse (API key)',
      at: '2026-05-04T10:00:00.000Z',
    },
  ],
})

export const listVerifications = defineRoute({
  method: 'GET',
  path: '/api/v1/documents/:id/verifications',
  summary: 'List what was looked up about the numbers of a document, newest first',
  tag: documentsTag,
  access: apiKey('read'),
  params,
  response: z.object({ items: z.array(LookUp) }),
  errors: ['not-found'],
})

export const createVerification = defineRoute({
  method: 'POST',
  path: '/api/v1/documents/:id/verifications',
  summary: 'Add a number check. Entries can’t be changed or removed.',
  tag: documentsTag,
  access: apiKey('review'),
  params,
  body: NewVerification.meta({
    examples: [{ kind: 'state-site', state: 'TX', result: 'active', checkedOn: '2026-05-04', note: null }],
  }),
  freeText: ['note'],
  response: LookUp,
  status: 201,
  errors: ['not-found', 'conflict'],
})

const TeamMember = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: MemberRole,
    status: MemberStatus,
    addedAt: z.iso.datetime(),
    lastActiveAt: z.iso.datetime().nullable(),
  })
  .meta({
    examples: [
      {
        id: '0199f3a0-5e1f-7c39-8d1f-2b8f4d0a6e55',
        name: 'Grace Moore',
        email: 'grace@example.com',
        role: 'manager',
        status: 'active',
        addedAt: '2026-01-12T08:00:00.000Z',
        lastActiveAt: '2026-05-04T08:30:00.000Z',
      },
    ],
  })

export const listTeam = defineRoute({
  method: 'GET',
  path: '/api/v1/team',
  summary: 'List team members, most recently added first',
  tag: 'API: team',
  access: apiKey('read'),
  query: PageQuery,
  response: pageOf(TeamMember),
})

const coverageTag = 'API: coverage'

const exampleQuestion = {
  customer: { email: 'buyer@prairie.example' },
  state: 'NY',
  on: '2026-05-04',
  kind: 'goods',
  amountCents: 12_950,
  reference: 'INV-10442',
  record: true,
} as const

const AskedCustomer = z.union(
  [
    z.strictObject({ id: z.uuid().describe('As in earlier answers') }),
    z.strictObject({ email: EmailAddress.describe('Of the account that shared the certificate') }),
    z.strictObject({
      number: ExactLine(certificateLimits.readValueLength, { missing: 'Please enter a number' }).describe(
        'The number on the certificate, with or without dashes',
      ),
    }),
    z.strictObject({ customerNumber: CustomerNumber.describe('Your own customer number') }),
  ],
  'Please give one of id, email, number and customerNumber',
)

const CoverageQuestion = z
  .strictObject({
    customer: AskedCustomer,
    ...Sale,
    reference: orNothing(OneLine(coverageLimits.referenceLength))
      .default(null)
      .describe('The invoice or order number'),
    isTaxed: isTaxed.default(null),
    record: z
      .boolean()
      .default(false)
      .describe('True: save the answer as a receipt. Otherwise it’s only answered.'),
  })
  .meta({ examples: [exampleQuestion] })

const CoverageResult = CoverageAnswer.extend({
  knowledgeVersion: z.string().describe('The version of the published rules that were asked'),
  receipt: z
    .object({ id: z.uuid(), code: z.string() })
    .nullable()
    .describe('Null without `record`, or without a certificate'),
}).meta({
  examples: [
    {
      customer: { id: '0199f3c0-2b1d-7f00-9c1e-0a1b2c3d4e5f', name: 'Prairie Wind Foods Co' },
      state: 'NY',
      on: '2026-05-04',
      kind: 'goods',
      verdict: 'covered',
      reasons: [
        {
          code: 'covered',
          text: 'A blanket certificate stays in effect until it’s revoked.',
          step: null,
          ground: 'in-force',
          rule: null,
        },
      ],
      part: null,
      local: [],
      notes: [],
      accepted: null,
      canAccept: false,
      asksWhoPays: false,
      expiresOn: null,
      receivedId: exampleDocument.id,
      answeredAt: '2026-05-04T10:42:00.000Z',
      knowledgeVersion: '9f2c41d07ab35e18',
      receipt: { id: '0199f3c1-7a10-7c2e-8d3f-4b5c6d7e8f90', code: '7F3K-22Q' },
    },
  ],
})

export const askCoverage = defineRoute({
  method: 'POST',
  path: '/api/v1/coverage',
  summary: 'Ask whether a sale is covered by a certificate. The register decides what is taxable.',
  tag: coverageTag,
  access: apiKey('read'),
  body: CoverageQuestion,
  freeText: ['reference'],
  response: CoverageResult,
})

export const askCoverageBatch = defineRoute({
  method: 'POST',
  path: '/api/v1/coverage/batch',
  summary: `Ask about up to ${coverageLimits.coverageBatch} sales at once. Answers come in the same order.`,
  tag: coverageTag,
  access: apiKey('read'),
  body: z
    .strictObject({
      sales: z
        .array(CoverageQuestion)
        .min(1, 'Please ask about at least one sale')
        .max(
          coverageLimits.coverageBatch,
          `Please ask about at most ${coverageLimits.coverageBatch} sales at once`,
        ),
    })
    .meta({ examples: [{ sales: [exampleQuestion] }] }),
  freeText: ['sales.reference'],
  response: z.object({ answers: z.array(CoverageResult) }),
})

export const explainTax = defineRoute({
  method: 'POST',
  path: '/api/v1/coverage/why-taxed',
  summary:
    'Ask why tax was charged: what was known on the day of a sale, what is known now, and the first difference',
  tag: coverageTag,
  access: apiKey('read'),
  body: z
    .strictObject({ customer: AskedCustomer, ...TaxedSale })
    .meta({ examples: [{ customer: { email: 'buyer@prairie.example' }, state: 'NY', on: '2026-05-04' }] }),
  response: WhyTaxed,
  errors: ['not-found', 'conflict'],
})

const requestsTag = 'API: requests'

const exampleRequest = {
  id: '0199f3b0-9d2f-7c11-8e0a-1b2c3d4e5f60',
  kind: 'email',
  status: 'sent',
  link: 'https://exempta.example.com/r/AZnzsJ0vfBGOChssPU5fYKd0Q2VqV3l1c2JkAAAAAAA',
  email: 'buyer@prairie.example',
  customerName: 'Prairie Wind Foods Co',
  customerReference: 'C-1042',
  state: 'TX',
  dueOn: null,
  receivedId: null,
  createdAt: '2026-05-04T09:00:00.000Z',
  sentAt: '2026-05-04T09:00:00.000Z',
  openedAt: null,
  receivedAt: null,
  closedAt: null,
} as const

const CertificateRequest = z
  .object({
    id: z.uuid(),
    kind: z.enum(['email', 'link', 'standing']),
    status: RequestStatus,
    link: z.string().describe('The page where the customer answers without an account'),
    email: z.string().nullable(),
    customerName: z.string().nullable(),
    customerReference: z.string().nullable().describe('Your own customer number'),
    state: StateCode.nullable(),
    dueOn: z.iso.date().nullable(),
    receivedId: z.uuid().nullable().describe('The document that was sent, for `GET /api/v1/documents/{id}`'),
    createdAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
    openedAt: z.iso.datetime().nullable(),
    receivedAt: z.iso.datetime().nullable(),
    closedAt: z.iso.datetime().nullable(),
  })
  .meta({ examples: [exampleRequest] })

export const listRequests = defineRoute({
  method: 'GET',
  path: '/api/v1/requests',
  summary: 'List certificate requests, newest first',
  tag: requestsTag,
  access: apiKey('read'),
  query: requestsQuery,
  response: pageOf(CertificateRequest),
})

export const createRequest = defineRoute({
  method: 'POST',
  path: '/api/v1/requests',
  summary: 'Ask a customer for a certificate: by email, or with a link that you hand on yourself',
  tag: requestsTag,
  access: apiKey('review'),
  body: z
    .strictObject({
      email: EmailAddress.nullable().describe('`null` for a link that you hand on yourself'),
      customerName: orNothing(OneLine(accountLimits.nameLength)).default(null),
      customerReference: orNothing(OneLine(requestLimits.customerReferenceLength)).default(null),
      state: StateCode.nullable().default(null).describe('The state you need the certificate for'),
      message: orNothing(ManyLines(requestLimits.requestMessageLength)).default(null),
    })
    .meta({ examples: [{ email: 'buyer@prairie.example', customerReference: 'C-1042', state: 'TX' }] }),
  freeText: ['customerName', 'customerReference', 'message'],
  response: CertificateRequest,
  status: 201,
  errors: ['conflict', 'too-many-requests'],
})

export const getRequest = defineRoute({
  method: 'GET',
  path: '/api/v1/requests/:id',
  summary: 'Get a certificate request',
  tag: requestsTag,
  access: apiKey('read'),
  params: z.object({ id: z.uuid() }),
  response: CertificateRequest,
  errors: ['not-found'],
})

export const closeRequest = defineRoute({
  method: 'POST',
  path: '/api/v1/requests/:id/close',
  summary: 'Close a request. Its link stops working.',
  tag: requestsTag,
  access: apiKey('review'),
  params: z.object({ id: z.uuid() }),
  response: CertificateRequest,
  errors: ['not-found'],
})

/** Webhook routes for API keys: the same calls as on the page, for keys that act like a manager. */

const forPrograms = <const R extends Route>(route: R, summary: string) =>
  defineRoute({
    ...route,
    path: route.path.replace('/api/business/', '/api/v1/') as Route['path'],
    summary,
    tag: 'API: webhooks',
    access: apiKey('review'),
  })

export const listWebhooks = forPrograms(pages.listWebhooks, 'List webhooks, oldest first')
export const createWebhook = forPrograms(
  pages.createWebhook,
  'Create a webhook. Only this response shows its secret.',
)
export const getWebhook = forPrograms(pages.getWebhook, 'Get a webhook')
export const updateWebhook = forPrograms(
  pages.updateWebhook,
  'Change a webhook. Turning it off discards pending deliveries.',
)
export const removeWebhook = forPrograms(pages.removeWebhook, 'Delete a webhook and its delivery log')
export const rotateWebhookSecret = forPrograms(
  pages.rotateWebhookSecret,
  'Create a new secret. For 24 hours, events are signed with both secrets.',
)
export const listWebhookDeliveries = forPrograms(pages.listWebhookDeliveries, 'List deliveries, newest first')
export const getWebhookDelivery = forPrograms(
  pages.getWebhookDelivery,
  'Get a delivery with its body and every attempt',
)
export const testWebhook = forPrograms(
  pages.testWebhook,
  'Send a test event now and see the endpoint’s response',
)
export const redeliverWebhook = forPrograms(
  pages.redeliverWebhook,
  'Redeliver an event with its original ID, after pending events for the same document',
)
