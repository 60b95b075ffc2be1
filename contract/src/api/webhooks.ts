import { z } from 'zod'
import { only } from '../access.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'
import { ExactLine, OneLine } from '../text.ts'
import { Verdict } from '../verdict.ts'
import { Version } from '../whole-numbers.ts'
import { apiLimits } from './limits.ts'

const tag = 'Webhooks'
const member = only('business')

export const webhookEvents = [
  'document.received',
  'document.verified',
  'document.rejected',
  'document.updated',
  'document.revoked',
  'exemption.confirmed',
  'exemption.withdrawn',
  'coverage.changed',
  'request.received',
  'customer.changed',
] as const
export const WebhookEventType = z.enum(webhookEvents)
export type WebhookEventType = z.infer<typeof WebhookEventType>

/** Of all events but `customer.changed`. */
const DocumentEvent = z.object({
  id: z.uuid().describe('The document ID, as in the API'),
  documentId: z.uuid(),
  version: z.int(),
  status: z.enum(['pending', 'verified', 'rejected', 'revoked']).describe('The status after the event'),
  reason: z.string().optional().describe('The reason your business gave for a rejection'),
  state: z.string().optional().describe('Of `coverage.changed`: the state whose answer changed'),
  verdict: Verdict.optional().describe('Of `coverage.changed`: the answer now'),
  requestId: z.uuid().optional().describe('Of `request.received`: the request that was answered'),
})

/** The event names what happened; details are fetched from the API under its own rules. */
export const WebhookEvent = z
  .object({
    id: z.uuid().describe('The same in every attempt and redelivery'),
    type: WebhookEventType,
    createdAt: z.iso.datetime(),
    data: DocumentEvent,
  })
  .meta({
    examples: [
      {
        id: '5a0c5c1b-3a43-4f0e-9d8e-8f3b7c1f2a10',
        type: 'document.received',
        createdAt: '2026-05-04T09:12:45.120Z',
        data: {
          id: '0199f3a2-7c1e-7d7b-9a53-5d0d6f6a1c11',
          documentId: '0199f3a1-02bb-7aa0-8f0e-3f6f2b1f9e02',
          version: 1,
          status: 'pending',
        },
      },
    ],
  })
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** Like the others, but about a customer's record. */
export const CustomerWebhookEvent = WebhookEvent.extend({
  type: z.literal('customer.changed'),
  data: z.object({
    customerId: z.uuid(),
    number: z.string().nullable().describe('Your own customer number, as in `/api/v1/customers/{number}`'),
    isDeleted: z.boolean(),
  }),
}).meta({
  examples: [
    {
      id: '5a0c5c1b-3a43-4f0e-9d8e-8f3b7c1f2a11',
      type: 'customer.changed',
      createdAt: '2026-05-04T09:12:45.120Z',
      data: { customerId: '0199f3c0-2b1d-7f00-9c1e-0a1b2c3d4e5f', number: 'C-1042', isDeleted: false },
    },
  ],
})
export type CustomerWebhookEvent = z.infer<typeof CustomerWebhookEvent>

/** Checks only the form of the URL; the server decides which hosts may be called. */
const WebhookUrl = ExactLine(apiLimits.webhookUrlLength)
  .pipe(z.url({ protocol: /^https?$/, error: 'Please enter a web address that starts with https://' }))
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    return !url || (url.username === '' && url.password === '' && url.hash === '')
  }, 'Please leave out usernames, passwords and anything after a #')

export const WebhookInput = z.strictObject({
  url: WebhookUrl,
  description: OneLine(apiLimits.webhookDescriptionLength),
  events: z
    .array(WebhookEventType)
    .min(1, 'Please choose at least one event')
    .max(webhookEvents.length)
    .transform((chosen) => webhookEvents.filter((event) => chosen.includes(event))),
})
export type WebhookInput = z.output<typeof WebhookInput>

export const Webhook = z
  .object({
    id: z.uuid(),
    url: z.string(),
    description: z.string(),
    events: z.array(WebhookEventType),
    isActive: z.boolean(),
    failingSince: z.iso
      .datetime()
      .nullable()
      .describe('Every attempt since then has failed. Null: the last one worked.'),
    disabledAt: z.iso.datetime().nullable().describe('When Exempta turned it off after repeated failures'),
    oldSecretUntil: z.iso
      .datetime()
      .nullable()
      .describe('Until then, events are also signed with the previous secret'),
    version: z.int().describe('A change must name the version it’s based on'),
    createdAt: z.iso.datetime(),
  })
  .meta({
    examples: [
      {
        id: '0199f3b0-9d2f-7c11-8e0a-1b2c3d4e5f60',
        url: 'https://tax.example.com/exempta',
        description: 'Order system',
        events: ['document.received', 'document.revoked'],
        isActive: true,
        failingSince: null,
        disabledAt: null,
        oldSecretUntil: null,
        version: 1,
        createdAt: '2026-05-04T09:00:00.000Z',
      },
    ],
  })
export type Webhook = z.infer<typeof Webhook>

const WithSecret = Webhook.extend({
  secret: z.string().describe('Signs every event. No other response shows it.'),
})

export const webhookDeliveryStates = ['pending', 'delivered', 'dead'] as const
export const WebhookDeliveryState = z.enum(webhookDeliveryStates)
export type WebhookDeliveryState = z.infer<typeof WebhookDeliveryState>

/** Why an attempt failed: a closed list instead of a library's error messages. */
export const webhookFailures = [
  'address-not-allowed',
  'name-not-found',
  'not-reachable',
  'not-secure',
  'timed-out',
  'refused',
  'turned-off',
] as const
export const WebhookFailure = z.enum(webhookFailures)
export type WebhookFailure = z.infer<typeof WebhookFailure>

const webhookWaitReasons = ['earlier-event', 'retry', 'queue'] as const

const WebhookDeliveryShape = z.object({
  id: z.uuid(),
  eventId: z.uuid(),
  type: WebhookEventType,
  receivedId: z
    .uuid()
    .nullable()
    .describe('The document ID, as in the API. Null for an event about a customer.'),
  customerId: z.uuid().nullable().describe('Of `customer.changed`'),
  documentName: z
    .string()
    .nullable()
    .describe('Null once it’s no longer shared with your business, and for an event about a customer'),
  status: WebhookDeliveryState.describe('`dead`: failed for good'),
  isRedelivery: z.boolean(),
  attempts: z.int(),
  lastStatusCode: z.int().nullable(),
  lastFailure: WebhookFailure.nullable(),
  createdAt: z.iso.datetime(),
  nextTryAt: z.iso.datetime().nullable(),
  waitsFor: z
    .enum(webhookWaitReasons)
    .nullable()
    .describe(
      'Why a pending delivery waits: `earlier-event` for an earlier event about the same document or customer, `retry` for the next attempt at `nextTryAt`, `queue` for its turn',
    ),
  deliveredAt: z.iso.datetime().nullable(),
})
const exampleDelivery = {
  id: '7d1b6f0a-52c4-4b7e-9f52-0b1f6c9c3e21',
  eventId: '5a0c5c1b-3a43-4f0e-9d8e-8f3b7c1f2a10',
  type: 'document.received',
  receivedId: '0199f3a2-7c1e-7d7b-9a53-5d0d6f6a1c11',
  customerId: null,
  documentName: 'exemption-certificate.pdf',
  status: 'pending',
  isRedelivery: false,
  attempts: 1,
  lastStatusCode: 503,
  lastFailure: 'refused',
  createdAt: '2026-05-04T09:12:45.120Z',
  nextTryAt: '2026-05-04T09:13:45.310Z',
  waitsFor: 'retry',
  deliveredAt: null,
} as const
export const WebhookDelivery = WebhookDeliveryShape.meta({ examples: [exampleDelivery] })
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookAttempt = z.object({
  at: z.iso.datetime(),
  statusCode: z.int().nullable().describe('Null if there was no response'),
  failure: WebhookFailure.nullable(),
  durationMs: z.int(),
  answer: z.string().nullable().describe('The start of the response, as plain text'),
})
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

const params = z.object({ id: z.uuid() })
const deliveryParams = params.extend({ deliveryId: z.uuid() })

export const listWebhooks = defineRoute({
  method: 'GET',
  path: '/api/business/webhooks',
  summary: 'List your business’s webhooks, oldest first (managers)',
  tag,
  access: member,
  response: z.object({ items: z.array(Webhook) }),
  errors: ['not-allowed'],
})

export const createWebhook = defineRoute({
  method: 'POST',
  path: '/api/business/webhooks',
  summary: 'Create a webhook (managers). Only this response shows its secret.',
  tag,
  access: member,
  body: WebhookInput.meta({
    examples: [
      {
        url: 'https://tax.example.com/exempta',
        description: 'Order system',
        events: ['document.received', 'document.revoked'],
      },
    ],
  }),
  freeText: ['description'],
  status: 201,
  response: WithSecret,
  errors: ['not-allowed', 'api-access-off', 'conflict', 'invalid-input'],
})

export const getWebhook = defineRoute({
  method: 'GET',
  path: '/api/business/webhooks/:id',
  summary: 'Get a webhook (managers)',
  tag,
  access: member,
  params,
  response: Webhook,
  errors: ['not-allowed', 'not-found'],
})

export const updateWebhook = defineRoute({
  method: 'PUT',
  path: '/api/business/webhooks/:id',
  summary: 'Change a webhook (managers). Turning it off discards pending deliveries.',
  tag,
  access: member,
  params,
  body: WebhookInput.extend({ isActive: z.boolean(), version: Version }),
  freeText: ['description'],
  response: Webhook,
  errors: ['not-allowed', 'api-access-off', 'not-found', 'conflict', 'invalid-input'],
})

export const removeWebhook = defineRoute({
  method: 'DELETE',
  path: '/api/business/webhooks/:id',
  summary: 'Delete a webhook and its delivery log (managers)',
  tag,
  access: member,
  params,
  response: 'nothing',
  errors: ['not-allowed', 'not-found'],
})

export const rotateWebhookSecret = defineRoute({
  method: 'POST',
  path: '/api/business/webhooks/:id/secret',
  summary: 'Create a new secret (managers). For 24 hours, events are signed with both secrets.',
  tag,
  access: member,
  params,
  response: WithSecret,
  errors: ['not-allowed', 'api-access-off', 'not-found'],
})

/** What the endpoint got: shaped like an event, but about a document that doesn’t exist. */
export const webhookTestType = 'webhook.test'

export const testWebhook = defineRoute({
  method: 'POST',
  path: '/api/business/webhooks/:id/test',
  summary: 'Send a test event now and see the endpoint’s response (managers)',
  tag,
  access: member,
  throttle: 'guess',
  params,
  response: WebhookAttempt.meta({
    examples: [
      { at: '2026-05-04T09:12:45.120Z', statusCode: 204, failure: null, durationMs: 87, answer: '' },
    ],
  }),
  errors: ['not-allowed', 'api-access-off', 'not-found'],
})

export const listWebhookDeliveries = defineRoute({
  method: 'GET',
  path: '/api/business/webhooks/:id/deliveries',
  summary: 'List deliveries, newest first (managers)',
  tag,
  access: member,
  params,
  query: PageQuery.extend({
    status: WebhookDeliveryState.optional(),
    type: WebhookEventType.optional(),
    receivedId: z.uuid().optional().describe('For one received document'),
  }),
  response: pageOf(WebhookDelivery),
  errors: ['not-allowed', 'not-found'],
})

export const getWebhookDelivery = defineRoute({
  method: 'GET',
  path: '/api/business/webhooks/:id/deliveries/:deliveryId',
  summary: 'Get a delivery with its body and every attempt (managers)',
  tag,
  access: member,
  params: deliveryParams,
  response: WebhookDelivery.extend({
    event: z.union([WebhookEvent, CustomerWebhookEvent]),
    tries: z.array(WebhookAttempt),
  }),
  errors: ['not-allowed', 'not-found'],
})

export const redeliverWebhook = defineRoute({
  method: 'POST',
  path: '/api/business/webhooks/:id/deliveries/:deliveryId/redeliver',
  summary: 'Redeliver an event with its original ID, after pending events for the same document (managers)',
  tag,
  access: member,
  params: deliveryParams,
  status: 202,
  response: WebhookDelivery,
  errors: ['not-allowed', 'api-access-off', 'not-found', 'conflict'],
})
