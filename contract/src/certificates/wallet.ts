/** A person's certificates: where they cover, when they expire, and renewing them. */
import { StateCode } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { only } from '../access.ts'
import { DocumentStatus, DocumentType } from '../documents.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'
import { shareLimits } from '../sharing/limits.ts'
import { Verdict } from '../verdict.ts'
import { certificateLimits } from './limits.ts'

const tag = 'Wallet'
const owner = only('user')

export const certificateStatuses = ['good', 'expires-soon', 'expired', 'check'] as const
export const CertificateStatus = z.enum(certificateStatuses)
export type CertificateStatus = z.infer<typeof CertificateStatus>

export const certificateStatusWords = {
  good: 'Good',
  'expires-soon': 'Expires soon',
  expired: 'Expired',
  check: 'Needs attention',
} as const satisfies Record<CertificateStatus, string>

const NamedDocument = z.object({ id: z.uuid(), name: z.string() })

const NamedState = z.object({ code: StateCode, name: z.string() })

/** A certificate in one of its states. */
export const WalletEntry = z.object({
  id: z.string(),
  document: NamedDocument.extend({ type: DocumentType, version: z.int() }),
  state: StateCode,
  place: z.string().describe('The name of the state'),
  form: z.string().nullable().describe('The name of the form; null for forms we don’t know'),
  purchaser: z.string(),
  seller: z.string().nullable().describe('The only seller it covers purchases from; null for all sellers'),
  status: CertificateStatus,
  expiresOn: z.iso.date().nullable().describe('The last day it’s good for, as far as we know'),
  notes: z.array(z.string()).describe('What to check'),
  heldBy: z.int().describe('How many businesses have it now'),
  isRenewed: z.boolean(),
  canFill: z.boolean().describe('There’s a blank form to fill in for another seller'),
})
export type WalletEntry = z.infer<typeof WalletEntry>

/** Paths are below `documents`, so that changes to documents and shares refetch them. */
export const listWallet = defineRoute({
  method: 'GET',
  path: '/api/documents/wallet',
  summary: 'List the certificates whose contents you confirmed, by state',
  tag,
  access: owner,
  query: PageQuery.extend({ state: StateCode.optional() }),
  response: pageOf(WalletEntry).extend({
    states: z.array(NamedState).describe('Every state that you have certificates for'),
    toConfirm: z.int().describe('Certificates that were read and wait for your confirmation'),
  }),
})

/** What a seller would be answered at its counter today. */
export const WalletSeller = z.object({
  business: z.object({ id: z.uuid(), name: z.string() }),
  states: z.array(
    z.object({
      state: StateCode,
      place: z.string().describe('The name of the state'),
      verdict: Verdict,
      review: z
        .enum(['pending', 'verified', 'rejected'])
        .describe('What the business decided about the certificate'),
      expiresOn: z.iso.date().nullable(),
      documentId: z.uuid(),
    }),
  ),
})
export type WalletSeller = z.infer<typeof WalletSeller>

export const listWalletSellers = defineRoute({
  method: 'GET',
  path: '/api/documents/wallet/sellers',
  summary: 'List where you’re covered: the businesses that have your certificates, and for which states',
  tag,
  access: owner,
  response: z.object({
    sellers: z.array(WalletSeller).max(certificateLimits.walletSellers).describe('By name'),
    isComplete: z.boolean().describe('False if you share with more businesses than are listed'),
  }),
})

const params = z.object({ id: z.uuid() })

/** Why a certificate can't take over, or why someone should look twice. */
export const RenewalDoubt = z.object({
  text: z.string(),
  isFinal: z.boolean().describe('False: the owner can renew anyway'),
})
export type RenewalDoubt = z.infer<typeof RenewalDoubt>

export const RenewalHolder = z.object({
  id: z.uuid(),
  name: z.string(),
  isActive: z.boolean().describe('False: it can’t receive documents right now'),
  hasNew: z.boolean().describe('It has the new one already'),
  otherSeller: z
    .string()
    .nullable()
    .describe('The new one names this seller and doesn’t cover purchases here'),
})
export type RenewalHolder = z.infer<typeof RenewalHolder>

const Renewal = z.object({
  document: NamedDocument,
  states: z.array(StateCode),
  expiresOn: z.iso.date().nullable(),
  holders: z
    .array(RenewalHolder)
    .max(shareLimits.shareRecipients)
    .describe('Who has the old one: first those without the new one, then by name'),
  renewal: z
    .object({
      document: NamedDocument.extend({ status: DocumentStatus, needsCheck: z.boolean() }),
      isConfirmed: z.boolean(),
      doubts: z.array(RenewalDoubt),
    })
    .nullable()
    .describe('The new certificate, if one is named'),
})
export type Renewal = z.infer<typeof Renewal>

export const getRenewal = defineRoute({
  method: 'GET',
  path: '/api/documents/:id/renewal',
  summary: 'Get what renewing a certificate would do: who has it, and what speaks against the new one',
  tag,
  access: owner,
  params,
  query: z.object({ with: z.uuid().optional().describe('The new certificate') }),
  response: Renewal,
  errors: ['not-found'],
})

export const renewCertificate = defineRoute({
  method: 'POST',
  path: '/api/documents/:id/renewals',
  summary:
    'Renew a certificate and send the new one to businesses that have the old one: to all of these, or to none. They keep the old one.',
  tag,
  access: owner,
  params,
  body: z.strictObject({
    documentId: z.uuid().describe('The new certificate'),
    businessIds: z
      .array(z.uuid())
      .max(
        shareLimits.shareRecipients,
        `Please choose at most ${shareLimits.shareRecipients} businesses at once`,
      ),
    isAnyway: z.boolean().default(false).describe('Renew although something speaks against it'),
  }),
  response: z.object({ sent: z.int().describe('How many businesses got the new one now') }),
  status: 201,
  errors: [
    'not-found',
    'conflict',
    'not-processed',
    'needs-check',
    'recipient-not-active',
    'email-not-verified',
  ],
})
