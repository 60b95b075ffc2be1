/**
 * Who may do what: one row for each route of the contract. Written out and not read from the routes, so that a
 * rule that is changed by mistake is seen here. A route without a row fails.
 */
import { randomUUID } from 'node:crypto'
import { customerColumnNames } from '@exempta/contract/customers/import'
import type { Route } from '@exempta/contract/route'
import { routes } from '@exempta/contract/routes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeKey } from '../test/api-keys.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { addMember, createPerson, type TestPerson } from '../test/people.ts'
import { createTestBusiness } from '../test/sharing.ts'
import { startSession } from './features/accounts/index.ts'
import { systemCall } from './platform/call.ts'
import { systemActor } from './platform/db/actor.ts'

/** `idle`: manager of an inactive business. `pending`: a manager who is not let in yet. */
const people = ['user', 'viewer', 'manager', 'idle', 'pending', 'admin'] as const
/** API keys of an active business: some for documents and some for customers, which read or may also act. */
const keys = ['reader', 'reviewer', 'customerReader', 'customerWriter'] as const
const callers = ['anonymous', ...people, ...keys] as const
type Caller = (typeof callers)[number]
type KeyCaller = (typeof keys)[number]
const isKey = (caller: Caller): caller is KeyCaller => keys.some((key) => key === caller)

/** Who is let in. Input is needed only where the verb itself decides: then it must be good enough to get there. */
interface Row {
  by: readonly Caller[]
  input?: object
  query?: string
}

const everybody = { by: callers }
const signedIn = { by: people }
const readingKeys = { by: ['reader', 'reviewer'] } as const
const customerKeys = { by: ['customerReader', 'customerWriter'] } as const
const writingKey = { by: ['customerWriter'] } as const
const reviewingKey = { by: ['reviewer'] } as const
const user = { by: ['user'] } as const
const admin = { by: ['admin'] } as const
const businessPerson = { by: ['viewer', 'manager', 'idle', 'pending'] } as const
const members = { by: ['viewer', 'manager', 'idle'] } as const
const managers = { by: ['manager', 'idle'] } as const
const activeManager = { by: ['manager'] } as const
/** For owners and recipients; everyone else gets the same 404 as for something that does not exist. */
const ownersAndBusinesses = { by: ['user', 'viewer', 'manager', 'idle', 'pending'] } as const

/** Opened by a secret, regardless of who presents it. Without it no one has access. */
const bySecret = { by: [] } as const

const range = '?from=2026-01-01&to=2026-01-31'
const profile = {
  version: 1,
  name: 'Business',
  email: 'business@example.org',
  phone: null,
  website: null,
  address: null,
  taxId: null,
  type: null,
}

const webhook = { url: 'https://example.org/', description: '', events: ['document.received'] }

const connection = {
  version: 0,
  issuer: 'https://login.example.com',
  clientId: 'exempta',
  clientSecret: 'secret',
  domains: ['example.com'],
  groupClaim: 'groups',
  managerGroups: ['managers'],
  viewerGroups: [],
}
const connectionState = { version: 1, isOn: false, isRequired: false, emergencyPersonId: null }

const emailedRequest = {
  email: 'buyer@example.org',
  customerName: null,
  customerReference: null,
  state: null,
  message: null,
}
const question = { customer: { id: randomUUID() }, state: 'NY' }
const check = {
  customerId: randomUUID(),
  state: 'NY',
  reference: null,
  locationId: null,
  allowedReason: null,
}
const cardCheck = {
  card: { program: 'smartpay', line: 'purchase', billing: 'central' },
  state: 'NY',
  reference: null,
  locationId: null,
  allowedReason: null,
}

const customer = { name: 'Prairie Wind Foods Co' }
const customerColumnsOfTemplate = Object.fromEntries(customerColumnNames.map((name, at) => [name, at]))

const exemption = {
  form: null,
  purchaser: 'Prairie Wind Foods Co',
  seller: null,
  reason: null,
  isBlanket: null,
  hasSignature: true,
  signedOn: null,
  expiresOn: null,
  states: [{ state: 'NY', number: null }],
  pages: [1],
  version: 1,
  shown: null,
}

const merge = { sourceId: randomUUID(), targetId: randomUUID(), sourceVersion: 1, targetVersion: 1 }

const acceptance = {
  receivedId: randomUUID(),
  state: 'NY',
  reason: 'They showed their permit',
  until: '2030-01-01',
}

const matrix: Record<string, Row> = {
  'GET /api/health': everybody,
  'GET /api/ready': everybody,
  'GET /api/settings': everybody,

  'POST /api/accounts': everybody,
  'POST /api/setup': everybody,
  'GET /api/setup/restore': everybody,
  'POST /api/setup/restore': everybody,
  'GET /api/session': everybody,
  'POST /api/session': everybody,
  'DELETE /api/session': everybody,
  'POST /api/session/second-factor': everybody,
  'POST /api/session/second-factor/passkey': bySecret,
  'PUT /api/session/second-factor/passkey': everybody,
  'POST /api/session/renew': signedIn,
  'GET /api/sessions': signedIn,
  'DELETE /api/sessions': signedIn,
  'DELETE /api/sessions/:id': signedIn,
  'POST /api/password-resets': everybody,
  'POST /api/password-resets/complete': everybody,
  'POST /api/email-changes': signedIn,
  'POST /api/email-changes/complete': everybody,
  'POST /api/email-verifications': signedIn,
  'POST /api/email-verifications/complete': everybody,

  'GET /api/profile': signedIn,
  'PATCH /api/profile': signedIn,
  'GET /api/profile/activity': signedIn,
  'PUT /api/profile/password': signedIn,
  'GET /api/two-factor': signedIn,
  'POST /api/two-factor': signedIn,
  'PUT /api/two-factor': signedIn,
  'DELETE /api/two-factor': signedIn,
  'POST /api/two-factor/backup-codes': signedIn,
  'POST /api/two-factor/passkeys': signedIn,
  'PUT /api/two-factor/passkeys': signedIn,
  'DELETE /api/two-factor/passkeys/:id': signedIn,
  'GET /api/privacy': signedIn,
  'PUT /api/privacy': signedIn,
  'GET /api/privacy/export': signedIn,
  'POST /api/privacy/export': signedIn,
  'GET /api/privacy/export/:id/file': signedIn,
  'POST /api/privacy/delete-account': signedIn,
  'GET /api/notifications': signedIn,
  'POST /api/notifications/:id/read': signedIn,
  'POST /api/notifications/read-all': signedIn,
  'GET /api/notifications/preferences': signedIn,
  'PUT /api/notifications/preferences': signedIn,

  'GET /api/documents': user,
  'POST /api/documents': user,
  'GET /api/documents/dashboard': user,
  'GET /api/documents/:id': user,
  'DELETE /api/documents/:id': user,
  'PATCH /api/documents/:id': { ...user, input: { name: 'form.pdf' } },
  'POST /api/documents/remove': user,
  'GET /api/documents/archive': ownersAndBusinesses,
  'GET /api/documents/:id/activity': user,
  'POST /api/documents/:id/retry': user,
  'POST /api/documents/:id/versions': user,
  'PUT /api/documents/:id/uncertain-areas/:area': user,
  'POST /api/documents/:id/check': user,
  'POST /api/documents/:id/corrections': user,
  'POST /api/documents/:id/send': user,
  'GET /api/forms': everybody,
  'GET /api/documents/:id/reading': user,
  'PUT /api/documents/:id/exemption': user,
  'DELETE /api/documents/:id/exemption': user,
  'GET /api/documents/wallet': user,
  'GET /api/documents/wallet/sellers': user,
  'GET /api/documents/:id/renewal': user,
  'POST /api/documents/:id/renewals': user,
  'GET /api/documents/:id/fill': user,
  'POST /api/documents/:id/fills': user,
  'GET /api/documents/fills/:batchId': user,
  'POST /api/documents/fills/:batchId/shares': user,
  'GET /api/documents/:id/file': ownersAndBusinesses,
  'GET /api/documents/:id/pages/:page': ownersAndBusinesses,
  'GET /api/documents/:id/thumbnail': ownersAndBusinesses,
  'GET /api/documents/thumbnails': ownersAndBusinesses,
  'POST /api/documents/:id/view-links': ownersAndBusinesses,
  'GET /api/view/:token': bySecret,
  'GET /api/shares': user,
  'POST /api/shares': user,
  'GET /api/shares/kept-copies': user,
  'GET /api/shares/businesses': user,
  'GET /api/shares/:id/history': user,
  'POST /api/shares/revoke': user,

  'POST /api/shared/look': everybody,
  'POST /api/shared/codes': everybody,
  'POST /api/shared/viewers': everybody,
  'GET /api/shared/:link': everybody,
  'DELETE /api/shared/:link': everybody,
  'GET /api/shared/:link/changes': everybody,
  'GET /api/shared/:link/documents/:id': everybody,
  'GET /api/shared/:link/documents/:id/file': everybody,
  'GET /api/shared/:link/documents/:id/pages/:page': everybody,

  'GET /api/requests': members,
  'POST /api/requests': { ...managers, input: emailedRequest },
  'GET /api/requests/:id': members,
  'GET /api/requests/:id/qr': members,
  'POST /api/requests/:id/close': managers,
  'POST /api/requests/chosen-customers': {
    ...managers,
    input: { customerIds: [randomUUID()], state: null, message: null },
  },
  'POST /api/requests/chosen-customers/preview': {
    ...managers,
    input: { customerIds: [randomUUID()], state: null },
  },
  'POST /api/requests/close': { ...managers, input: { ids: [randomUUID()] } },
  'POST /api/requests/remind': { ...managers, input: { ids: [randomUUID()] } },
  'POST /api/requests/resend': { ...managers, input: { ids: [randomUUID()] } },
  'POST /api/business/locations/:id/request': members,
  'GET /api/requests/campaigns': members,
  'POST /api/requests/campaigns': managers,
  'GET /api/requests/campaigns/:id': members,
  'POST /api/requests/campaigns/:id/start': { ...managers, input: { message: null } },
  'POST /api/requests/campaigns/:id/test': { ...managers, input: { message: null } },
  'POST /api/requests/campaigns/:id/remind': managers,
  'POST /api/requests/campaigns/:id/close': managers,
  'GET /api/requests/campaigns/:id/missing': members,
  'GET /api/requests/campaigns/:id/problems': members,
  'GET /api/r/:token': everybody,
  'GET /api/r/:token/making': { ...everybody, query: '?state=NY&kind=goods' },
  'PUT /api/r/:token/making': everybody,
  'POST /api/r/:token/making/signatures': everybody,
  'POST /api/r/:token/documents': everybody,
  'DELETE /api/r/:token/documents': everybody,
  'POST /api/r/:token/uploads': everybody,
  'POST /api/r/:token/pieces': everybody,
  'GET /api/r/:token/pages/:page': everybody,
  'POST /api/r/:token/check': everybody,
  'PUT /api/r/:token/exemption': everybody,
  'POST /api/r/:token/codes': everybody,
  'POST /api/r/:token/confirmations': everybody,
  'POST /api/r/:token/send': everybody,
  'POST /api/r/:token/password': everybody,
  'POST /api/r/:token/refusals': everybody,

  'GET /api/sales-lists': managers,
  'POST /api/sales-lists': managers,
  'GET /api/sales-lists/:id': managers,
  'GET /api/sales-lists/:id/customers': managers,
  'POST /api/sales-lists/:id/requests': managers,
  'DELETE /api/sales-lists/:id': managers,
  'GET /api/sales-lists/:id/rehearsal': managers,
  'POST /api/sales-lists/:id/rehearsal': { ...managers, input: { isNewSample: true } },
  'GET /api/binders': managers,
  'POST /api/binders': managers,
  'GET /api/binders/:id': managers,
  'GET /api/binders/:id/sales': managers,
  'DELETE /api/binders/:id': managers,
  'GET /api/binders/:id/missing': managers,
  'POST /api/binders/:id/requests': managers,
  'POST /api/binders/:id/make': managers,
  'GET /api/binders/:id/file': managers,
  'GET /api/binders/:id/auditors': managers,
  'POST /api/binders/:id/auditors': {
    ...managers,
    input: { email: 'auditor@tax.example', endsOn: '2026-12-01' },
  },
  'DELETE /api/binders/:id/auditors/:grantId': managers,
  'POST /api/audit/look': everybody,
  'POST /api/audit/codes': everybody,
  'POST /api/audit/viewers': everybody,
  'GET /api/audit/:grant': everybody,
  'DELETE /api/audit/:grant': everybody,
  'GET /api/audit/:grant/changes': everybody,
  'GET /api/audit/:grant/sales': everybody,
  'GET /api/audit/:grant/certificates': everybody,
  'GET /api/audit/:grant/certificates/:id': everybody,
  'GET /api/audit/:grant/file': everybody,
  'GET /api/keys': everybody,

  'GET /api/received': members,
  'GET /api/received/choices': members,
  'GET /api/received/:id': members,
  'GET /api/received/:id/history': members,
  'GET /api/received/due': members,
  'GET /api/received/:id/verifications': members,
  'POST /api/received/:id/verifications': activeManager,
  'GET /api/received/:id/verifications/:verificationId/proof': members,
  'POST /api/received/verify': {
    ...activeManager,
    input: { documents: [{ id: randomUUID(), version: 1 }] },
  },
  'POST /api/received/reject': {
    ...activeManager,
    input: { documents: [{ id: randomUUID(), version: 1 }], reason: 'Blurred' },
  },
  'POST /api/received/:id/reject': { ...activeManager, input: { version: 1, reason: 'Blurred' } },
  'POST /api/received/:id/reopen': activeManager,
  'PUT /api/received/assignee': { ...activeManager, input: { ids: [randomUUID()], personId: null } },
  'GET /api/received/dashboard': members,
  'GET /api/received/reports': { ...members, query: range },
  'GET /api/received/reports/csv': { ...members, query: range },

  'GET /api/emails/address': managers,
  'GET /api/emails': managers,
  'GET /api/emails/:id': managers,
  'POST /api/emails/:id/accept': managers,
  'POST /api/emails/:id/discard': managers,
  'GET /api/archive/imports': members,
  'POST /api/archive/imports': managers,
  'GET /api/archive/imports/:id': members,
  'PUT /api/archive/imports/:id/status': { ...managers, input: { status: 'paused' } },
  'POST /api/archive/imports/:id/files': {
    ...managers,
    input: { files: [{ path: 'a.pdf', sizeBytes: 5, modifiedAt: '2026-01-01T00:00:00Z' }] },
  },
  'GET /api/archive/imports/:id/files': { ...members, query: '?list=ready' },
  'POST /api/archive/files/:id/pieces': managers,
  'GET /api/archive/files/:id': managers,
  'GET /api/archive/files/:id/pages/:page': businessPerson,
  'POST /api/archive/files/:id/check': { ...managers, input: { version: 1, resolution: 'fine' } },
  'PUT /api/archive/files/:id/exemption': { ...managers, input: exemption },
  'PUT /api/archive/files/:id/customer': { ...managers, input: { customerId: null } },
  'POST /api/archive/files/:id/split': {
    ...managers,
    input: { version: 1, parts: [{ from: 1, to: 1 }] },
  },
  'GET /api/archive/sheets': { ...managers, query: `?ids=${randomUUID()}` },
  'DELETE /api/archive/files/:id': managers,

  'GET /api/customers': members,
  'GET /api/customers/tags': members,
  'POST /api/customers/tags': { ...managers, input: { ids: [randomUUID()] } },
  'GET /api/customers/:id': members,
  'POST /api/customers': { ...managers, input: customer },
  'PUT /api/customers/:id': { ...managers, input: { ...customer, version: 1 } },
  'PUT /api/customers/:id/inactive': { ...managers, input: { isInactive: true } },
  'DELETE /api/customers/:id': managers,
  'GET /api/customers/:id/answers': members,
  'GET /api/customers/:id/certificates': members,
  'GET /api/customers/:id/decisions': members,
  'GET /api/customers/:id/activity': members,
  'GET /api/customers/:id/verifications': members,
  'GET /api/customers/suggestions': members,
  'POST /api/customers/suggestions/:id/accept': managers,
  'POST /api/customers/suggestions/:id/decline': managers,
  'GET /api/customers/merge-preview': {
    ...members,
    query: `?sourceId=${randomUUID()}&targetId=${randomUUID()}`,
  },
  'POST /api/customers/merges': { ...managers, input: merge },
  'POST /api/customers/merges/:id/undo': managers,
  'PUT /api/customers/certificates/:id': { ...managers, input: { customerId: null } },
  'GET /api/customers/imports': members,
  'POST /api/customers/imports': managers,
  'GET /api/customers/imports/:id': members,
  'PUT /api/customers/imports/:id/mapping': { ...managers, input: customerColumnsOfTemplate },
  'POST /api/customers/imports/:id/start': managers,
  'DELETE /api/customers/imports/:id': managers,
  'GET /api/customers/imports/:id/lines-to-correct': members,
  'GET /api/customers/template': businessPerson,
  'GET /api/customers/export': members,

  'GET /api/coverage': members,
  'GET /api/coverage/csv': members,
  'GET /api/coverage/checks/csv': members,
  'GET /api/coverage/customers': { ...members, query: '?search=a' },
  'GET /api/coverage/customers/:id': { ...members, query: '?state=NY' },
  'GET /api/coverage/customers/:id/why-taxed': { ...members, query: '?state=NY&on=2026-01-01' },
  'POST /api/coverage/acceptances': { ...managers, input: acceptance },
  'GET /api/coverage/acceptances': { ...members, query: `?receivedId=${randomUUID()}` },
  'DELETE /api/coverage/acceptances/:id': managers,
  'GET /api/coverage/checks': members,
  'GET /api/coverage/checks/:id': members,
  'POST /api/coverage/checks': { ...members, input: check },
  'POST /api/coverage/checks/:id/refunds': { ...members, input: { reference: null } },
  'POST /api/counter/card': members,
  'POST /api/counter/card/checks': { ...members, input: cardCheck },
  'GET /api/business/locations': members,
  'POST /api/business/locations': { ...managers, input: { name: 'Springfield', state: 'IL' } },
  'PUT /api/business/locations/:id': { ...managers, input: { name: 'Elgin', state: 'IL' } },
  'DELETE /api/business/locations/:id': managers,
  'GET /api/business/profile': members,
  'PUT /api/business/profile': { ...managers, input: profile },
  'GET /api/business/preferences': members,
  'PUT /api/business/preferences': {
    ...members,
    input: { newDocuments: true, documentUpdates: true, weeklySummary: true },
  },
  'GET /api/business/reject-reasons': members,
  'PUT /api/business/reject-reasons': { ...managers, input: { reasons: ['Not signed'] } },
  'GET /api/business/automatic-review': members,
  'PUT /api/business/automatic-review': { ...managers, input: { isOn: true } },
  'GET /api/business/webhooks': managers,
  'POST /api/business/webhooks': { ...managers, input: webhook },
  'GET /api/business/webhooks/:id': managers,
  'PUT /api/business/webhooks/:id': { ...managers, input: { ...webhook, isActive: true, version: 1 } },
  'DELETE /api/business/webhooks/:id': managers,
  'POST /api/business/webhooks/:id/secret': managers,
  'POST /api/business/webhooks/:id/test': managers,
  'GET /api/business/webhooks/:id/deliveries': managers,
  'GET /api/business/webhooks/:id/deliveries/:deliveryId': managers,
  'POST /api/business/webhooks/:id/deliveries/:deliveryId/redeliver': managers,
  'GET /api/business/api-access': members,
  'POST /api/business/api-access': { ...managers, input: { purpose: 'Our ERP' } },
  'GET /api/business/api-keys': managers,
  'POST /api/business/api-keys': {
    ...managers,
    input: { name: 'ERP', scopes: ['read'], expiresInDays: null, ranges: [] },
  },
  'DELETE /api/business/api-keys/:id': managers,
  'GET /api/v1/documents': readingKeys,
  'GET /api/v1/documents/:id': readingKeys,
  'GET /api/v1/documents/:id/file': readingKeys,
  'GET /api/v1/documents/:id/history': readingKeys,
  'GET /api/v1/documents/:id/pages/:page': readingKeys,
  'GET /api/v1/documents/:id/verifications': readingKeys,
  'POST /api/v1/documents/:id/verifications': {
    ...reviewingKey,
    input: { kind: 'phone', state: 'TX', result: 'active' },
  },
  'POST /api/v1/documents/:id/verify': { ...reviewingKey, input: { version: 1 } },
  'POST /api/v1/documents/:id/reject': { ...reviewingKey, input: { version: 1, reason: 'Blurred' } },
  'POST /api/v1/coverage': { ...readingKeys, input: question },
  'POST /mcp': { ...readingKeys, input: { jsonrpc: '2.0' } },
  'GET /mcp': everybody,
  'POST /api/v1/coverage/why-taxed': { ...readingKeys, input: { ...question, on: '2026-01-01' } },
  'POST /api/v1/coverage/batch': { ...readingKeys, input: { sales: [question] } },
  'GET /api/v1/customers': customerKeys,
  'GET /api/v1/customers/:number': customerKeys,
  'PUT /api/v1/customers/:number': { ...writingKey, input: customer },
  'DELETE /api/v1/customers/:number': writingKey,
  'GET /api/v1/requests': readingKeys,
  'POST /api/v1/requests': { ...reviewingKey, input: { email: null } },
  'GET /api/v1/requests/:id': readingKeys,
  'POST /api/v1/requests/:id/close': reviewingKey,
  'GET /api/v1/team': readingKeys,
  'GET /api/v1/webhooks': reviewingKey,
  'POST /api/v1/webhooks': { ...reviewingKey, input: webhook },
  'GET /api/v1/webhooks/:id': reviewingKey,
  'PUT /api/v1/webhooks/:id': { ...reviewingKey, input: { ...webhook, isActive: true, version: 1 } },
  'DELETE /api/v1/webhooks/:id': reviewingKey,
  'POST /api/v1/webhooks/:id/secret': reviewingKey,
  'POST /api/v1/webhooks/:id/test': reviewingKey,
  'GET /api/v1/webhooks/:id/deliveries': reviewingKey,
  'GET /api/v1/webhooks/:id/deliveries/:deliveryId': reviewingKey,
  'POST /api/v1/webhooks/:id/deliveries/:deliveryId/redeliver': reviewingKey,
  'GET /api/business/members': members,
  'PATCH /api/business/members/:id': { ...managers, input: { role: 'viewer' } },
  'DELETE /api/business/members/:id': managers,
  'GET /api/business/invitations': managers,
  'POST /api/business/invitations': { ...activeManager, input: { email: 'new@example.com' } },
  'DELETE /api/business/invitations/:id': managers,
  'GET /api/business/ip-list': members,
  'PUT /api/business/ip-list': { ...managers, input: { ranges: [] } },
  'GET /api/business/single-sign-on': managers,
  'PUT /api/business/single-sign-on': { ...managers, input: connection },
  'PUT /api/business/single-sign-on/state': { ...managers, input: connectionState },
  'DELETE /api/business/single-sign-on': managers,
  'POST /api/business/single-sign-on/trials': managers,
  'POST /api/company-logins': everybody,
  'POST /api/company-logins/:id': everybody,
  'POST /api/company-logins/:id/complete': everybody,
  'POST /api/company-logins/:id/logout': everybody,
  'POST /api/invitations/look': everybody,
  'POST /api/invitations/accept': everybody,
  'POST /api/invitations/join': businessPerson,

  'POST /api/chat/open': everybody,
  'GET /api/chat/status': everybody,
  'POST /api/chat/guest': everybody,
  'GET /api/chat/messages': everybody,
  'POST /api/chat/messages': everybody,
  'POST /api/chat/read': everybody,
  'POST /api/chat/return': everybody,
  'GET /api/chats': admin,
  'GET /api/chats/presence': admin,
  'PUT /api/chats/presence': { ...admin, input: { isAway: false } },
  'POST /api/chats/:id/unread': admin,
  'GET /api/chats/:id': admin,
  'PATCH /api/chats/:id': admin,
  'GET /api/chats/:id/messages': admin,
  'POST /api/chats/:id/messages': admin,
  'POST /api/chats/:id/read': admin,
  'POST /api/chats/:id/transcript': admin,

  'GET /api/form-stamp': everybody,
  'POST /api/contact': everybody,
  'POST /api/applications': everybody,
  'GET /api/applications': admin,
  'GET /api/applications/:id': admin,
  'PATCH /api/applications/:id': { ...admin, input: { state: 'new' } },
  'DELETE /api/applications/:id': admin,
  'GET /api/applications/:id/resume': admin,

  'GET /api/admin/ip-list': admin,
  'PUT /api/admin/ip-list': admin,
  'GET /api/admin/single-sign-on': admin,
  'PUT /api/admin/single-sign-on': admin,
  'PUT /api/admin/single-sign-on/state': admin,
  'DELETE /api/admin/single-sign-on': admin,
  'POST /api/admin/single-sign-on/trials': admin,
  'POST /api/reports/run': admin,
  'GET /api/reports/csv': admin,
  'GET /api/reports/templates': admin,
  'POST /api/reports/templates': admin,
  'PUT /api/reports/templates/:id': admin,
  'DELETE /api/reports/templates/:id': admin,
  'PUT /api/reports/templates/:id/schedule': admin,
  'GET /api/admin/settings': admin,
  'PATCH /api/admin/settings': admin,
  'GET /api/admin/dashboard': admin,
  'DELETE /api/admin/users/:id/lock': admin,
  'GET /api/admin/documents': admin,
  'GET /api/admin/documents/:id': admin,
  'GET /api/admin/documents/:id/access': admin,
  'GET /api/admin/documents/:id/access/csv': admin,
  'POST /api/admin/documents/:id/retry': admin,
  'GET /api/admin/shares': admin,
  'GET /api/admin/users': admin,
  'GET /api/admin/users/:id': admin,
  'GET /api/admin/users/:id/sessions': admin,
  'DELETE /api/admin/users/:id/sessions': admin,
  'POST /api/admin/users/:id/reset-link': admin,
  'POST /api/admin/users': admin,
  'PUT /api/admin/users/:id': admin,
  'DELETE /api/admin/users/:id': admin,
  'GET /api/admin/businesses': admin,
  'GET /api/admin/businesses/types': admin,
  'POST /api/admin/businesses': admin,
  'GET /api/admin/businesses/:id': admin,
  'GET /api/admin/businesses/:id/evidence': admin,
  'POST /api/admin/businesses/:id/evidence': admin,
  'GET /api/admin/businesses/:id/evidence/:evidenceId/file': admin,
  'DELETE /api/admin/businesses/:id/evidence/:evidenceId': admin,
  'PUT /api/admin/businesses/:id': admin,
  'PATCH /api/admin/businesses/:id': admin,
  'DELETE /api/admin/businesses/:id': admin,
  'GET /api/admin/businesses/:id/members': admin,
  'POST /api/admin/businesses/:id/members': admin,
  'PATCH /api/admin/businesses/:id/members/:memberId': admin,
  'GET /api/admin/rules': admin,
  'GET /api/admin/rules/files': admin,
  'GET /api/admin/rules/files/:id': admin,
  'POST /api/admin/rules/files': admin,
  'DELETE /api/admin/rules/files/:id': admin,
  'PUT /api/admin/rules/active': { ...admin, input: { id: null, seen: '' } },
  'GET /api/admin/rules/csv': admin,
  'GET /api/admin/rules/claims': admin,
  'GET /api/admin/forms': admin,
  'POST /api/admin/forms': admin,
  'DELETE /api/admin/forms/:code': admin,
  'GET /api/forms/:code/pages/:page': { by: ['admin', 'user'] },
  'GET /api/admin/learned-forms': admin,
  'POST /api/admin/learned-forms': admin,
  'GET /api/admin/learned-forms/:id': admin,
  'PUT /api/admin/learned-forms/:id': admin,
  'DELETE /api/admin/learned-forms/:id': admin,
  'GET /api/admin/learned-forms/:id/pages/:page': admin,
  'POST /api/admin/learned-forms/:id/try': admin,
  'GET /api/admin/learned-forms/:id/edition': admin,
  'GET /api/admin/audit-log': admin,
  'GET /api/admin/audit-log/csv': admin,
  'GET /api/admin/audit-log/verification': admin,
  'POST /api/admin/audit-log/verification': admin,
  'GET /api/admin/api-access': admin,
  'POST /api/admin/api-access/:businessId/decision': admin,
  'GET /api/admin/mails': admin,
  'POST /api/admin/mails/:id/text': admin,
  'POST /api/admin/mails/:id/reveal': admin,
  'POST /api/admin/mails/:id/resend': admin,
  'GET /api/admin/backups': admin,
  'POST /api/admin/backups': admin,
  'POST /api/admin/backups/:id/test': admin,
  'POST /api/admin/backups/:id/link': admin,
  'GET /api/admin/backup-files/:token': admin,
  'GET /api/admin/health': admin,
  'GET /api/admin/failed-jobs': admin,
  'POST /api/admin/failed-jobs/:id/retry': admin,
  'DELETE /api/admin/failed-jobs/:id': admin,
}

let test: TestApp
const accounts = {} as Record<(typeof people)[number], TestPerson>
const keyTexts = {} as Record<KeyCaller, string>
beforeAll(async () => {
  test = await startTestApp({ logLevel: 'silent' })
  const business = await createTestBusiness(test)
  const { manager } = business
  keyTexts.reader = (await makeKey(test, business, { scopes: ['read'] })).key
  keyTexts.reviewer = (await makeKey(test, business)).key
  keyTexts.customerReader = (await makeKey(test, business, { scopes: ['read-customers'] })).key
  keyTexts.customerWriter = (await makeKey(test, business, { scopes: ['write-customers'] })).key
  const idle = await createTestBusiness(test)
  await test.database.executeAsOwner(`update businesses set status = 'inactive' where id = $1`, [idle.id])
  Object.assign(accounts, {
    user: await createPerson(test),
    viewer: await addMember(test, manager, 'viewer'),
    manager,
    idle: idle.manager,
    pending: await addMember(test, manager, 'manager', 'pending'),
    admin: await createPerson(test, 'admin'),
  })
})
afterAll(() => test.close())

const nameOf = ({ method, path }: Route) => `${method} ${path}`

const cookies = new Map<Caller, string>()

async function cookieOf(caller: (typeof people)[number]): Promise<string> {
  const token = await test.database.transact(systemActor, (tx) =>
    startSession(test.services, tx, systemCall, accounts[caller]),
  )
  return `exempta_session=${token}`
}

async function callAs(caller: Caller, route: Route, { input, query = '' }: Row) {
  const isPerson = caller !== 'anonymous' && !isKey(caller)
  const cookie = isPerson ? (cookies.get(caller) ?? (await cookieOf(caller))) : ''
  const answer = await test.call({
    method: route.method,
    url: route.path.replaceAll(/:\w+/g, () => randomUUID()) + query,
    headers: isKey(caller) ? { authorization: `Bearer ${keyTexts[caller]}` } : { cookie },
    ...(input && { payload: input }),
  })
  // These may end the session.
  if (route.path.startsWith('/api/session')) cookies.delete(caller)
  else cookies.set(caller, cookie)
  return answer
}

/** Refusals of who asks, as against those of what is asked. */
const refusals = new Set(['not-signed-in', 'not-allowed', 'key-invalid', 'scope-missing'])
/** Whom a route does not know at all, as against whom it does not let in. */
const isUnknown = (caller: Caller, { access }: Route) =>
  caller === 'anonymous' || isKey(caller) !== (access.kind === 'api-key')

it('has a row for every route, and no other', () => {
  expect(Object.keys(matrix).sort()).toEqual(routes.map(nameOf).sort())
})

it.each(routes.map((route) => [nameOf(route), route] as const))('%s', async (name, route) => {
  const row = matrix[name] ?? { by: [] }
  const admitted: Caller[] = []
  for (const caller of callers) {
    const answer = await callAs(caller, route, row)
    expect(answer.statusCode, caller).toBeLessThan(500)
    const isProblem = String(answer.headers['content-type']).startsWith('application/problem+json')
    if (!isProblem || !refusals.has(answer.json().code)) admitted.push(caller)
    else if (row !== bySecret) expect(answer.statusCode, caller).toBe(isUnknown(caller, route) ? 401 : 403)
  }
  expect(admitted).toEqual(callers.filter((caller) => row.by.includes(caller)))
})
