import type { Position, ResumeType } from '@exempta/contract/admin/applications'
import type { AuditAction, AuditTargetKind } from '@exempta/contract/admin/audit'
import type { administeredShareStatuses } from '@exempta/contract/admin/documents'
import type { SettingKey } from '@exempta/contract/admin/settings'
import type {
  CustomerWebhookEvent,
  WebhookEvent,
  WebhookEventType,
  WebhookFailure,
} from '@exempta/contract/api/webhooks'
import type { BinderCounts } from '@exempta/contract/binders'
import type { BusinessStatus, MemberRole, MemberStatus } from '@exempta/contract/businesses'
import type { businessTypes } from '@exempta/contract/businesses/limits'
import type { Exemption } from '@exempta/contract/certificates'
import type { CoveragePart, CoverageReason } from '@exempta/contract/coverage'
import type {
  CustomerAddress,
  CustomerContact,
  MatchedBy,
  SuggestionReason,
} from '@exempta/contract/customers'
import type {
  CustomerColumn,
  CustomerEntry,
  CustomerMapping,
  ImportProblem,
} from '@exempta/contract/customers/import'
import type { Box, DocumentStatus, DocumentType, FindingKind, Quad } from '@exempta/contract/documents'
import type { Stream } from '@exempta/contract/events'
import type { FormZone } from '@exempta/contract/knowledge/blank-forms'
import type { RulesPreview } from '@exempta/contract/knowledge/rules-files'
import type { Role, UserStatus } from '@exempta/contract/people'
import type { ReportTemplate } from '@exempta/contract/reports'
import type { Bounce, RequestStatus, requestKinds } from '@exempta/contract/requests'
import type { CampaignMapping, CampaignProblem } from '@exempta/contract/requests/campaigns'
import type { MakingDraft, MakingReview } from '@exempta/contract/requests/making'
import type { ReviewState } from '@exempta/contract/review'
import type { VerificationKind, VerificationResult } from '@exempta/contract/review/verifications'
import type { Facts } from '@exempta/knowledge/facts'
import type { Fingerprint, Form, State, Zone } from '@exempta/knowledge/schema'
import type { CardClass, FieldName, GovernmentKind, Organization } from '@exempta/knowledge/terms'

/** What a merge of two customers changed, so that it can be undone. */
export interface MovedCustomer {
  links: string[]
  children: string[]
  before: MergedCustomerFields
  after: MergedCustomerFields
  sourceNumber: string | null
}
interface MergedCustomerFields {
  number: string | null
  other_names: string[]
  contacts: CustomerContact[]
  addresses: CustomerAddress[]
  tags: string[]
  note: string | null
  parent_id: string | null
}

export type FindingCounts = Partial<Record<FindingKind, number>>

/**
 * What columns hold where the database doesn't know it: JSON, text without a list of allowed values, and views, whose
 * columns may all be null as far as it knows. Everything else is in `generated-tables.ts`.
 */
export interface ColumnValues {
  administered_businesses: {
    phone: string | null
    website: string | null
    address: string | null
    tax_id: string | null
    business_type: (typeof businessTypes)[number] | null
    status: BusinessStatus
  }
  administered_documents: { status: DocumentStatus; failure: string | null }
  administered_members: {
    role: MemberRole
    status: MemberStatus
    account_status: UserStatus
    last_active: Date | null
  }
  administered_shares: {
    business_id: string | null
    business_name: string | null
    email: string | null
    status: (typeof administeredShareStatuses)[number]
    reviewed_at: Date | null
    reviewer_name: string | null
    last_viewed_at: Date | null
  }
  administered_users: {
    role: Role
    status: UserStatus
    last_login_at: Date | null
    business_id: string | null
    business_name: string | null
    member_role: MemberRole | null
  }
  audit_entries: {
    action: AuditAction
    target_kind: AuditTargetKind
    details: Record<string, string | number | boolean>
  }
  binder_auditors: { revoked_at: Date | null; last_seen_at: Date | null; inviter_name: string | null }
  binders: { counts: BinderCounts }
  blank_forms: {
    pages: { page: number; width: number; height: number }[]
    zones: FormZone[]
    unread: FieldName[]
  }
  business_names: { status: BusinessStatus }
  business_requests: {
    campaign_id: string | null
    kind: (typeof requestKinds)[number]
    status: RequestStatus
    bounced_at: Date | null
    bounce: Bounce | null
    auto_answered_at: Date | null
    location_id: string | null
    location_name: string | null
    email: string | null
    customer_name: string | null
    customer_ref: string | null
    customer_id: string | null
    state: string | null
    message: string | null
    due_on: string | null
    sent_at: Date | null
    reminded_at: Date | null
    opened_at: Date | null
    received_at: Date | null
    closed_at: Date | null
    share_id: string | null
    sender_name: string | null
  }
  campaign_problems: { kind: CampaignProblem }
  campaigns: { mapping: CampaignMapping }
  coverage_check_subjects: { facts: Facts }
  coverage_acceptances: { questions: { id: string; basis: string }[] }
  coverage_checks: {
    reasons: CoverageReason[]
    kind: Facts['kind']
    part: CoveragePart | null
    paid_by: Facts['paidBy']
  }
  coverage_facts: {
    status: 'pending' | 'verified' | 'rejected' | 'revoked'
    revoked_at: Date | null
    form: string | null
    reason: string | null
    seller: string | null
    is_blanket: boolean | null
    signed_on: string | null
    expires_on: string | null
    /** `verifiedOn`: the last day on which the business looked the number up and found it active. */
    states: { state: string; number: string | null; issuedBy: string | null; verifiedOn: string | null }[]
    government: GovernmentKind | null
    government_state: string | null
    organization: Organization | null
    has_hidden_license: boolean
    reviewed_at: Date | null
    /** What is settled until it's ended; it counts only while the certificate and the rules are the same. */
    accepted: {
      id: string
      state: string
      questions: { id: string; basis: string }[]
      certificate: string
      on: string
      until: string
    }[]
  }
  coverage_rules: { states: State[]; forms: Form[] }
  customer_activity: { action: AuditAction; by_name: string | null }
  customer_merges: { moved: MovedCustomer | null }
  customer_import_lines: {
    entry: CustomerEntry | null
    problem: ImportProblem | null
    problem_column: CustomerColumn | null
  }
  customer_imports: { mapping: CustomerMapping }
  customer_suggestions: { reasons: SuggestionReason[] }
  customers: { contacts: CustomerContact[]; addresses: CustomerAddress[] }
  certificate_drafts: { draft: MakingDraft }
  document_fields: { quad: Quad }
  document_findings: { kind: FindingKind; quad: Quad }
  document_names: { status: DocumentStatus }
  document_uncertain_areas: { expected: FindingKind; quad: Quad }
  document_versions: { boxes: Box[] }
  documents: { finding_counts: FindingCounts }
  signed_certificates: { draft: MakingDraft; shown: MakingReview['lines'] }
  job_applications: { position: Position; resume_type: ResumeType }
  learned_forms: {
    form: string | null
    pages: { page: number; width: number; height: number }[]
    zones: Zone[]
    fingerprint: Fingerprint['pages']
  }
  ledger_entries: {
    kind: VerificationKind
    result: VerificationResult
    due_on: string | null
    source: string | null
    file_date: string | null
    found_name: string | null
    note: string | null
    proof_type: 'image/jpeg' | 'image/png' | null
    proof_bytes: number | null
    checked_by: string | null
  }
  notifications: { audience: Stream }
  received_documents: {
    customer: { id: string; name: string; matchedBy: MatchedBy } | null
    status: ReviewState
    message: string | null
    reviewed_at: Date | null
    first_viewed_at: Date | null
    reject_reason: string | null
    document_type: DocumentType
    reviewer_name: string | null
    replaced_name: string | null
    replaced_rejected_at: Date | null
    assigned_to: string | null
    assignee_name: string | null
    /** These five are of the certificate, as its owner confirmed it. */
    form: string | null
    expires_on: string | null
    purchaser: string | null
    confirmed_at: Date | null
    states: { state: string; number: string | null; issuedBy: string | null }[] | null
    card_program: CardClass['program'] | null
    card_line: CardClass['line'] | null
    card_billing: CardClass['billing'] | null
    /** What else it says, for the warnings. */
    stated: {
      seller: string | null
      reason: string | null
      isBlanket: boolean | null
      hasSignature: boolean
      signedOn: string | null
      government: GovernmentKind | null
      governmentState: string | null
      organization: Organization | null
    } | null
  }
  received_shares: {
    status: ReviewState
    reviewed_at: Date | null
    reviewed_by: string | null
    reject_reason: string | null
    document_type: DocumentType
    reviewing_key: string | null
    form: string | null
    expires_on: string | null
    states: string | null
    numbers: string | null
  }
  report_templates: { settings: ReportTemplate['settings'] }
  rules_files: { preview: RulesPreview | null }
  settings: { key: SettingKey }
  team_members: { role: MemberRole; status: MemberStatus; last_active: Date | null }
  undone_confirmations: { stated: Exemption }
  webhook_attempts: { failure: WebhookFailure }
  webhook_deliveries: { type: WebhookEventType; last_failure: WebhookFailure }
  webhook_events: { type: WebhookEventType; data: WebhookEvent['data'] | CustomerWebhookEvent['data'] }
  webhooks: { events: WebhookEventType[] }
}
