/** Written by `npm run db:types` from the migrated schema; do not edit. */
import type { ColumnType, Generated } from 'kysely'

/** Given when the row is made, and never changed. */
type Fixed<T> = ColumnType<T, T, never>
type FixedGenerated<T> = ColumnType<T, T | undefined, never>

/** A column of a view, or one that the database fills in itself. */
type ReadOnly<T> = ColumnType<T, never, never>

/** Read as a value that `column-values.ts` describes, written as text. */
type Json = ColumnType<unknown, string, string>
type FixedJson = ColumnType<unknown, string, never>
type GeneratedJson = ColumnType<unknown, string | undefined, string>
type FixedGeneratedJson = ColumnType<unknown, string | undefined, never>

export interface GeneratedTables {
  account_erasures: {
    user_id: Fixed<string>
    requested_at: Date
  }
  added_day_notes: {
    kind: 'user' | 'document'
    day: string
  }
  added_days: {
    kind: Fixed<'user' | 'document'>
    day: Fixed<string>
    added: number
  }
  admin_ip_list: {
    ranges: string[]
    updated_at: Date
  }
  administered_binder_certificates: {
    binder_id: ReadOnly<string>
    share_id: ReadOnly<string>
  }
  administered_businesses: {
    id: ReadOnly<string>
    name: ReadOnly<string>
    email: ReadOnly<string>
    phone: ReadOnly<string>
    website: ReadOnly<string>
    address: ReadOnly<string>
    tax_id: ReadOnly<string>
    business_type: ReadOnly<string>
    status: ReadOnly<string>
    verified: ReadOnly<boolean>
    user_count: ReadOnly<number>
    documents_received: ReadOnly<number>
    date_registered: ReadOnly<Date>
    profile_version: ReadOnly<number>
  }
  administered_documents: {
    id: ReadOnly<string>
    name: ReadOnly<string>
    status: ReadOnly<string>
    created_at: ReadOnly<Date>
    owner_id: ReadOnly<string>
    owner_name: ReadOnly<string>
    failure: ReadOnly<string>
    has_original: ReadOnly<boolean>
    updated_at: ReadOnly<Date>
  }
  administered_email_links: {
    id: ReadOnly<string>
    email: ReadOnly<string>
    document_id: ReadOnly<string>
  }
  administered_kept_copies: {
    id: ReadOnly<string>
    share_id: ReadOnly<string>
  }
  administered_members: {
    id: ReadOnly<string>
    business_id: ReadOnly<string>
    user_id: ReadOnly<string>
    name: ReadOnly<string>
    email: ReadOnly<string>
    role: ReadOnly<string>
    status: ReadOnly<string>
    account_status: ReadOnly<string>
    date_added: ReadOnly<Date>
    last_active: ReadOnly<Date>
    version: ReadOnly<number>
  }
  administered_shares: {
    id: ReadOnly<string>
    document_id: ReadOnly<string>
    document_name: ReadOnly<string>
    owner_id: ReadOnly<string>
    owner_name: ReadOnly<string>
    business_id: ReadOnly<string>
    business_name: ReadOnly<string>
    email: ReadOnly<string>
    status: ReadOnly<string>
    shared_at: ReadOnly<Date>
    reviewed_at: ReadOnly<Date>
    reviewer_name: ReadOnly<string>
    view_count: ReadOnly<number>
    download_count: ReadOnly<number>
    last_viewed_at: ReadOnly<Date>
  }
  administered_users: {
    id: ReadOnly<string>
    name: ReadOnly<string>
    email: ReadOnly<string>
    role: ReadOnly<string>
    status: ReadOnly<string>
    created_at: ReadOnly<Date>
    last_login_at: ReadOnly<Date>
    version: ReadOnly<number>
    business_id: ReadOnly<string>
    business_name: ReadOnly<string>
    member_role: ReadOnly<string>
    is_email_verified: ReadOnly<boolean>
    has_two_factor: ReadOnly<boolean>
  }
  api_access: {
    business_id: Fixed<string>
    state: 'requested' | 'approved' | 'declined' | 'withdrawn'
    requested_by: string | null
    requested_at: Date
    purpose: string
    decided_at: Date | null
    reason: string | null
  }
  api_keys: {
    id: Fixed<string>
    business_id: string
    name: string
    prefix: string
    key_hash: Buffer
    can_review: boolean
    ranges: string[]
    created_by: string | null
    created_at: Date
    expires_at: Date | null
    last_used_at: Date | null
    revoked_at: Date | null
    can_read: Generated<boolean>
    can_read_customers: Generated<boolean>
    can_write_customers: Generated<boolean>
  }
  archive_files: {
    id: Fixed<string>
    import_id: string
    business_id: string
    path: string
    size_bytes: number
    modified_at: Date
    received_bytes: Generated<number>
    status: 'arriving' | 'unpacking' | 'waiting' | 'reading' | 'splitting' | 'ready' | 'look' | 'other' | 'duplicate' | 'refused'
    question: 'customer' | 'confirm' | 'split' | 'fill' | 'check' | null
    question_rank: Generated<number>
    text: string | null
    document_id: string | null
    share_id: string | null
    pages: Generated<number>
    settled_at: Date | null
    created_at: Date
    parts: number[] | null
    sheet_customer_id: string | null
  }
  archive_imports: {
    id: Fixed<string>
    business_id: string
    status: 'running' | 'paused' | 'cancelled' | 'done'
    created_by: string | null
    created_at: Date
    updated_at: Date
    done_at: Date | null
    origin: Generated<'business' | 'email'>
  }
  audit_changes: {
    entry_id: Fixed<string>
    field: Fixed<string>
    old_value: Fixed<string | null>
    new_value: Fixed<string | null>
  }
  audit_entries: {
    id: Fixed<string>
    at: Fixed<Date>
    actor_kind: Fixed<'person' | 'key' | 'system' | 'anonymous'>
    actor_id: Fixed<string | null>
    actor_role: Fixed<'user' | 'business' | 'admin' | null>
    action: Fixed<string>
    target_kind: Fixed<string | null>
    target_id: Fixed<string | null>
    result: Fixed<'done' | 'refused' | 'failed'>
    request_id: Fixed<string | null>
    details: FixedJson
    origin_digest: Fixed<Buffer | null>
  }
  audit_origins: {
    entry_id: Fixed<string>
    ip: Fixed<string>
    salt: Fixed<Buffer>
  }
  audit_rehearsals: {
    id: Fixed<string>
    sales_list_id: string
    seed: string
    sampled: number
    missing: number
    missing_tax_cents: number
    projected_tax_cents: number
    created_at: Date
  }
  audit_seals: {
    position: Fixed<number>
    entry_id: Fixed<string>
    entry_digest: Fixed<Buffer>
    hash: Fixed<Buffer>
  }
  audit_unsealed: {
    entry_id: Fixed<string>
    arrival: ReadOnly<number>
  }
  audit_verifications: {
    id: Fixed<string>
    requested_by: string | null
    requested_at: Date
    state: 'waiting' | 'running' | 'intact' | 'damaged' | 'failed'
    checked: Generated<number>
    unsealed: number | null
    head_position: number | null
    head_hash: string | null
    bad_entry_id: string | null
    problem: string | null
    finished_at: Date | null
  }
  auditor_grants: {
    id: Fixed<string>
    business_id: string
    binder_id: string
    email: string
    token_hash: Buffer
    mail_id: string | null
    created_by: string | null
    created_at: Date
    expires_at: Date
    revoked_at: Date | null
    last_seen_at: Date | null
    code_hash: Buffer | null
    code_attempts: Generated<number>
    code_sent_at: Date | null
    code_expires_at: Date | null
  }
  auditor_viewers: {
    id: Fixed<string>
    token_hash: Buffer
    grant_id: string
    created_at: Date
    expires_at: Date
  }
  backup_codes: {
    user_id: Fixed<string>
    code_hash: Fixed<Buffer>
  }
  backups: {
    id: Fixed<string>
    cause: 'schedule' | 'person' | 'upgrade'
    requested_by: string | null
    created_at: Date
    file_name: string
    status: 'waiting' | 'running' | 'made' | 'failed'
    started_at: Date | null
    finished_at: Date | null
    size_bytes: number | null
    row_count: number | null
    file_count: number | null
    missing_file_count: number | null
    failure: string | null
    test_status: 'waiting' | 'running' | 'passed' | 'failed' | null
    tested_at: Date | null
    test_failure: string | null
  }
  binder_auditors: {
    id: ReadOnly<string>
    binder_id: ReadOnly<string>
    email: ReadOnly<string>
    created_at: ReadOnly<Date>
    expires_at: ReadOnly<Date>
    revoked_at: ReadOnly<Date>
    last_seen_at: ReadOnly<Date>
    inviter_name: ReadOnly<string>
    is_bounced: ReadOnly<boolean>
  }
  binder_certificates: {
    binder_id: Fixed<string>
    share_id: Fixed<string>
    owner_id: string
    ends_with_share: boolean
  }
  binder_decisions: {
    binder_id: Fixed<string>
    sale_key: Fixed<string>
    outcome: 'covered' | 'later' | 'part' | 'taxed' | 'not-covered' | 'none'
    reasons: string[]
    share_id: string | null
  }
  binder_sales: {
    binder_id: Fixed<string>
    line: Fixed<number>
    reference: string | null
    reference_key: string | null
    customer_name: string | null
    email: string | null
    sale_on: string | null
    check_id: string | null
    is_twice: boolean
    is_taxed: boolean | null
    customer_number: string | null
    amount_cents: number | null
  }
  binders: {
    id: Fixed<string>
    business_id: string
    state: string
    from_on: string
    to_on: string
    status: Generated<'draft' | 'preparing' | 'ready' | 'failed' | 'outdated'>
    has_list: Generated<boolean>
    counts: GeneratedJson
    done_count: Generated<number>
    total_count: Generated<number>
    size_bytes: number | null
    campaign_id: string | null
    requested_by: string | null
    created_at: Date
    updated_at: Date
    ready_at: Date | null
    expires_at: Date
    content_at: Date | null
    sales_list_id: string | null
  }
  blank_forms: {
    code: Fixed<string>
    file_id: string
    size_bytes: number
    pages: Json
    zones: Json
    unread: Generated<string[]>
    uploaded_by: string | null
    uploaded_at: Date
  }
  business_archives: {
    business_id: Fixed<string>
    owner_id: string
    created_at: Date
    email_owner_id: string | null
  }
  business_evidence: {
    id: Fixed<string>
    business_id: string
    note: string
    file_name: string | null
    file_type: 'application/pdf' | 'image/jpeg' | 'image/png' | null
    file_bytes: number | null
    added_by: string | null
    added_at: Date
  }
  business_invitations: {
    id: FixedGenerated<string>
    business_id: string
    email: string
    role: 'viewer' | 'manager'
    invited_by: string | null
    invited_at: Date
    expires_at: Date
    account_id: string | null
    is_link_shown: Generated<boolean>
  }
  business_ip_lists: {
    business_id: Fixed<string>
    ranges: string[]
    updated_at: Date
  }
  business_locations: {
    id: Fixed<string>
    business_id: string
    name: string
    state: string
    created_at: Date
    kind: 'goods' | 'service' | 'meals' | 'lodging' | 'car-rental' | null
  }
  business_names: {
    id: ReadOnly<string>
    name: ReadOnly<string>
    verified: ReadOnly<boolean>
    status: ReadOnly<string>
  }
  business_requests: {
    id: ReadOnly<string>
    business_id: ReadOnly<string>
    kind: ReadOnly<string>
    location_id: ReadOnly<string>
    email: ReadOnly<string>
    customer_name: ReadOnly<string>
    customer_ref: ReadOnly<string>
    state: ReadOnly<string>
    message: ReadOnly<string>
    due_on: ReadOnly<string>
    mail_id: ReadOnly<string>
    sent_at: ReadOnly<Date>
    opened_at: ReadOnly<Date>
    received_at: ReadOnly<Date>
    declined_at: ReadOnly<Date>
    closed_at: ReadOnly<Date>
    received_count: ReadOnly<number>
    share_id: ReadOnly<string>
    user_id: ReadOnly<string>
    created_by: ReadOnly<string>
    created_at: ReadOnly<Date>
    updated_at: ReadOnly<Date>
    campaign_id: ReadOnly<string>
    sale_on: ReadOnly<string>
    reminded: ReadOnly<number>
    reminded_at: ReadOnly<Date>
    remind_on: ReadOnly<string>
    location_name: ReadOnly<string>
    sender_name: ReadOnly<string>
    status: ReadOnly<string>
    customer_id: ReadOnly<string>
    bounced_at: ReadOnly<Date>
    bounce: ReadOnly<string>
    auto_answered_at: ReadOnly<Date>
  }
  business_users: {
    id: FixedGenerated<string>
    business_id: string
    user_id: string
    role: 'viewer' | 'manager'
    status: Generated<'active' | 'pending'>
    date_added: Date
    last_active: Date | null
    created_at: Date
    updated_at: Date
    mails_new_documents: Generated<boolean>
    mails_document_updates: Generated<boolean>
    mails_weekly_summary: Generated<boolean>
    version: Generated<number>
    mails_expirations: Generated<boolean>
  }
  businesses: {
    id: FixedGenerated<string>
    name: string
    email: string
    status: Generated<'active' | 'inactive' | 'pending'>
    verified: Generated<boolean>
    business_type: 'Retail' | 'Healthcare' | 'Education' | 'Government' | 'Nonprofit' | 'Other' | null
    tax_id: string | null
    phone: string | null
    website: string | null
    address: string | null
    documents_received: Generated<number>
    user_count: Generated<number>
    date_registered: Date
    created_at: Date
    updated_at: Date
    profile_version: Generated<number>
    summarized_until: Date | null
    documents_mailed_until: Date | null
    reject_reasons: string[] | null
    auto_verifies: Generated<boolean>
    trade_names: Generated<string[]>
  }
  campaign_problems: {
    campaign_id: Fixed<string>
    line: Fixed<number>
    kind: string
    value: string | null
  }
  campaigns: {
    id: Fixed<string>
    business_id: string
    name: string
    status: 'draft' | 'sending' | 'sent' | 'closed'
    message: string | null
    columns: string[]
    mapping: Json
    row_count: Generated<number>
    good_count: Generated<number>
    created_by: string | null
    created_at: Date
    updated_at: Date
    started_at: Date | null
    closed_at: Date | null
    subject: string | null
  }
  certificate_drafts: {
    answer_id: Fixed<string>
    draft: Json
    blank_file_id: string | null
    saved_at: Date
  }
  certificate_renewals: {
    id: Fixed<string>
    owner_id: string
    old_document_id: string
    new_document_id: string
    renewed_at: Date
  }
  certificate_requests: {
    id: Fixed<string>
    business_id: string
    kind: 'email' | 'link' | 'standing'
    location_id: string | null
    email: string | null
    customer_name: string | null
    customer_ref: string | null
    state: string | null
    message: string | null
    due_on: string | null
    mail_id: string | null
    sent_at: Date | null
    opened_at: Date | null
    received_at: Date | null
    declined_at: Date | null
    closed_at: Date | null
    received_count: Generated<number>
    share_id: string | null
    user_id: string | null
    created_by: string | null
    created_at: Date
    updated_at: Date
    campaign_id: string | null
    sale_on: string | null
    reminded: Generated<number>
    reminded_at: Date | null
    remind_on: string | null
    customer_id: string | null
    bounced_at: Date | null
    bounce: 'address' | 'mailbox-full' | 'refused' | 'too-large' | 'unreachable' | 'other' | null
    auto_answered_at: Date | null
  }
  chat_away: {
    user_id: Fixed<string>
    since: Date
  }
  chat_guests: {
    token_hash: Fixed<Buffer>
    chat_id: string
    created_at: Date
    expires_at: Date
  }
  chat_messages: {
    chat_id: Fixed<string>
    seq: Fixed<number>
    id: string
    client_id: string
    sender: 'user' | 'agent'
    kind: 'message' | 'note' | 'automatic' | 'welcome'
    author_id: string | null
    author_name: string | null
    text: string
    is_masked: boolean
    created_at: Date
  }
  chat_presence: {
    kind: Fixed<'person' | 'agent'>
    subject_id: Fixed<string>
    process_id: Fixed<string>
    until: Date
  }
  chats: {
    id: Fixed<string>
    kind: 'live' | 'mail'
    user_id: string | null
    guest_name: string | null
    guest_email: string | null
    subject: string | null
    session_key: ReadOnly<string>
    status: Generated<'open' | 'closed'>
    assignee_id: string | null
    last_seq: Generated<number>
    person_read_seq: Generated<number>
    agent_read_seq: Generated<number>
    mailed_seq: Generated<number>
    automatic_at: Date | null
    has_question: Generated<boolean>
    created_at: Date
    last_message_at: Date
  }
  clock_mark: {
    latest: Date
  }
  coverage_acceptances: {
    id: Fixed<string>
    business_id: string
    share_id: string
    owner_id: string
    state: string
    questions: Json
    certificate: string
    reason: string
    until_on: string
    accepted_by: string
    accepted_on: string
    accepted_at: Date
    ended_by: string | null
    ended_at: Date | null
  }
  coverage_check_subjects: {
    check_id: Fixed<string>
    business_id: Fixed<string>
    owner_id: Fixed<string>
    customer_name: Fixed<string>
    facts: FixedJson
  }
  coverage_checks: {
    id: Fixed<string>
    business_id: Fixed<string>
    code: Fixed<string>
    customer_id: Fixed<string | null>
    share_id: Fixed<string | null>
    state: Fixed<string>
    on_date: Fixed<string>
    kind: Fixed<string>
    amount_cents: Fixed<number | null>
    reference: Fixed<string | null>
    is_own_use: Fixed<boolean>
    location_name: Fixed<string | null>
    verdict: Fixed<'covered' | 'charge-part' | 'check' | 'not-covered'>
    reasons: FixedJson
    notes: Fixed<string[]>
    ends_on: Fixed<string | null>
    allowed_reason: Fixed<string | null>
    knowledge_version: Fixed<string>
    refund_of: Fixed<string | null>
    person_id: Fixed<string | null>
    key_id: Fixed<string | null>
    at: Fixed<Date>
    kept_copy_id: Fixed<string | null>
    accepted_reason: Fixed<string | null>
    accepted_by: Fixed<string | null>
    accepted_on: Fixed<string | null>
    accepted_until: Fixed<string | null>
    part: FixedGeneratedJson
    is_taxed: boolean | null
    paid_by: Fixed<'buyer' | 'person' | null>
    card: Fixed<string | null>
  }
  coverage_customers: {
    id: Fixed<string>
    business_id: string
    owner_id: string
    name: string
    email: string
    record_id: string | null
    matched_by: Generated<'own' | 'request' | 'number' | 'email' | 'hand'>
  }
  coverage_facts: {
    share_id: ReadOnly<string>
    business_id: ReadOnly<string>
    owner_id: ReadOnly<string>
    document_id: ReadOnly<string>
    status: ReadOnly<string>
    revoked_at: ReadOnly<Date>
    shared_at: ReadOnly<Date>
    business_name: ReadOnly<string>
    owner_name: ReadOnly<string>
    owner_email: ReadOnly<string>
    form: ReadOnly<string>
    reason: ReadOnly<string>
    purchaser: ReadOnly<string>
    seller: ReadOnly<string>
    is_blanket: ReadOnly<boolean>
    has_signature: ReadOnly<boolean>
    signed_on: ReadOnly<string>
    expires_on: ReadOnly<string>
    states: ReadOnly<unknown>
    document_type: ReadOnly<string>
    trade_names: ReadOnly<string[]>
    reviewed_at: ReadOnly<Date>
    seen_in_review: ReadOnly<string[]>
    accepted: ReadOnly<unknown>
    government: ReadOnly<string>
    government_state: ReadOnly<string>
    organization: ReadOnly<string>
    confirmed_at: ReadOnly<Date>
    has_hidden_license: ReadOnly<boolean>
  }
  coverage_index: {
    share_id: Fixed<string>
    state: Fixed<string>
    business_id: string
    owner_id: string
    customer_id: string
    customer_name: string
    verdict: 'covered' | 'charge-part' | 'check' | 'not-covered'
    ends_on: string | null
    last_purchase_on: string | null
    judge_again_at: Date
    knowledge_version: string
  }
  coverage_rules: {
    knowledge_version: Fixed<string>
    states: FixedJson
    forms: FixedJson
    first_used_at: Fixed<Date>
  }
  coverage_terms: {
    business_id: Fixed<string>
    term: Fixed<string>
    customer_id: Fixed<string>
  }
  customer_activity: {
    id: ReadOnly<string>
    at: ReadOnly<Date>
    action: ReadOnly<string>
    customer_id: ReadOnly<string>
    by_name: ReadOnly<string>
  }
  customer_answers: {
    customer_id: Fixed<string>
    state: Fixed<string>
    business_id: string
    customer_name: string
    answer: 'covered' | 'charge-part' | 'check' | 'not-covered' | 'none'
    ends_on: string | null
    share_id: string | null
  }
  customer_import_lines: {
    import_id: Fixed<string>
    line: Fixed<number>
    business_id: string
    cells: string[]
    outcome: 'created' | 'updated' | 'unchanged' | 'bad' | null
    entry: GeneratedJson
    key: string | null
    parent_key: string | null
    problem: string | null
    problem_column: string | null
    customer_id: string | null
    customer_version: number | null
  }
  customer_imports: {
    id: Fixed<string>
    business_id: string
    file_name: string
    columns: string[]
    mapping: Json
    status: 'checking' | 'ready' | 'importing' | 'done' | 'failed'
    row_count: Generated<number>
    last_line: Generated<number>
    progress: Generated<number>
    is_at_parents: Generated<boolean>
    created_count: Generated<number>
    updated_count: Generated<number>
    unchanged_count: Generated<number>
    bad_count: Generated<number>
    created_by: string | null
    created_at: Date
    updated_at: Date
    started_at: Date | null
    done_at: Date | null
  }
  customer_merges: {
    id: Fixed<string>
    business_id: string
    source_id: string
    target_id: string
    moved: Json
    merged_by: string | null
    merged_at: Date
    undone_at: Date | null
  }
  customer_suggestions: {
    id: Fixed<string>
    business_id: string
    coverage_customer_id: string
    customer_id: string
    reasons: string[]
    suggested_at: Date
    declined_at: Date | null
  }
  customer_tags: {
    business_id: Fixed<string>
    tag: Fixed<string>
    customer_name: Fixed<string>
    customer_id: Fixed<string>
  }
  customer_terms: {
    business_id: Fixed<string>
    term: Fixed<string>
    customer_id: Fixed<string>
  }
  customers: {
    id: Fixed<string>
    business_id: string
    number: string | null
    name: string
    other_names: Generated<string[]>
    contacts: GeneratedJson
    addresses: GeneratedJson
    parent_id: string | null
    tags: Generated<string[]>
    note: string | null
    inactive_at: Date | null
    is_kept: boolean
    merged_into: string | null
    version: Generated<number>
    created_at: Date
    updated_at: Date
  }
  data_exports: {
    id: FixedGenerated<string>
    user_id: string
    status: Generated<'preparing' | 'ready' | 'failed'>
    requested_at: Date
    expires_at: Date | null
  }
  discarded_objects: {
    object_name: Fixed<string>
    discarded_at: Date
  }
  document_fields: {
    document_id: Fixed<string>
    version: Fixed<number>
    page: Fixed<number>
    name: Fixed<string>
    position: Fixed<number>
    value: string
    state: string | null
    confidence: number
    is_sure: boolean
    quad: Json
  }
  document_findings: {
    document_id: Fixed<string>
    version: Fixed<number>
    page: Fixed<number>
    position: Fixed<number>
    kind: string
    quad: Json
  }
  document_names: {
    id: ReadOnly<string>
    owner_id: ReadOnly<string>
    name: ReadOnly<string>
    status: ReadOnly<string>
    created_at: ReadOnly<Date>
  }
  document_pages: {
    document_id: Fixed<string>
    version: Fixed<number>
    page: Fixed<number>
    width: number
    height: number
    rendition: 'redacted' | 'pages'
    type: 'image/jpeg' | 'image/png'
    start_byte: number
    end_byte: number
  }
  document_readings: {
    document_id: Fixed<string>
    version: Fixed<number>
    page: Fixed<number>
    form: string | null
    form_page: number | null
    form_confidence: number | null
    knowledge_version: string
    read_at: Date
    not_a_certificate: string | null
    form_edition: 'older' | 'other' | null
    printed_revision: string | null
    has_hidden_license: Generated<boolean>
    sheet: string | null
  }
  document_shares: {
    id: Fixed<string>
    document_id: string
    owner_id: string
    business_id: string | null
    email: string | null
    link_id: string | null
    status: Generated<'pending' | 'verified' | 'rejected' | 'revoked'>
    message: string | null
    expires_at: Date | null
    can_download: boolean
    has_watermark: boolean
    tells_first_view: boolean
    shared_at: Date
    created_at: Date
    updated_at: Date
    revoked_at: Date | null
    reviewed_at: Date | null
    reviewed_by: string | null
    reject_reason: string | null
    first_viewed_at: Date | null
    last_viewed_at: Date | null
    view_count: Generated<number>
    end_told_at: Date | null
    end_noted_at: Date | null
    search_text: string | null
    reviewed_by_key: string | null
    account_id: string | null
    replaced_name: string | null
    replaced_at: Date | null
    replaced_rejected_at: Date | null
    download_count: Generated<number>
    assigned_to: string | null
    form: string | null
    expires_on: string | null
    reviewed_by_rules: Generated<boolean>
    seen_in_review: Generated<string[]>
  }
  document_uncertain_areas: {
    document_id: Fixed<string>
    version: Fixed<number>
    page: number
    position: Fixed<number>
    expected: string
    reason: 'label-without-value' | 'value-not-read' | 'paper-without-secret' | 'unexplained'
    quad: Json
    resolution: 'hidden' | 'fine' | null
    resolved_at: Date | null
  }
  document_versions: {
    document_id: Fixed<string>
    version: Fixed<number>
    boxes: GeneratedJson
    size_bytes: number | null
    created_at: Date
    ready_at: Date | null
    ends_check: Generated<boolean>
  }
  documents: {
    id: Fixed<string>
    owner_id: string
    name: string
    type: 'application/pdf' | 'image/jpeg' | 'image/png'
    status: 'processing' | 'processed' | 'failed'
    size_bytes: number
    content_hash: Buffer
    card_side: 'front' | 'back' | null
    is_card: Generated<boolean>
    hides_contact_details: Generated<boolean>
    keeps_driver_license: Generated<boolean>
    has_original: boolean
    attempts: Generated<number>
    page_count: number | null
    progress_page: Generated<number>
    version: Generated<number>
    finding_counts: GeneratedJson
    failure: string | null
    created_at: Date
    updated_at: Date
    processed_at: Date | null
    needs_check: Generated<boolean>
    replaces_id: string | null
    first_version: Generated<number>
    card_program: 'smartpay' | 'other' | 'unknown' | null
    card_line: 'travel' | 'purchase' | 'fleet' | 'integrated' | 'unknown' | null
    card_billing: 'central' | 'individual' | 'split' | 'unknown' | null
  }
  exemption_reminders: {
    document_id: Fixed<string>
    ends_on: Fixed<string>
    step: Fixed<90 | 60 | 30 | 10 | 0>
    owner_id: string
    sent_at: Date
  }
  exemption_states: {
    document_id: Fixed<string>
    state: Fixed<string>
    number: string | null
    owner_id: string | null
    ends_on: string | null
    judge_again_at: Generated<Date>
    knowledge_version: Generated<string>
    issued_by: string | null
  }
  exemptions: {
    document_id: Fixed<string>
    owner_id: string
    version: number
    pages: number[]
    form: string | null
    purchaser: string
    seller: string | null
    reason: string | null
    is_blanket: boolean | null
    has_signature: boolean
    signed_on: string | null
    expires_on: string | null
    confirmed_at: Date
    government: 'federal' | 'state' | 'local' | null
    government_state: string | null
    organization: 'charity' | 'church' | 'public-school' | 'private-school' | 'hospital' | 'contractor' | null
  }
  file_keys: {
    file_id: Fixed<string>
    master_key_id: string
    wrapped_key: Buffer
  }
  file_space: {
    id: FixedGenerated<string>
  }
  filled_certificates: {
    document_id: Fixed<string>
    owner_id: string
    batch_id: string
    business_id: string | null
    source_id: string | null
    form: string
    signature: 'drawn' | 'typed'
    signed_at: Date
    seller: string | null
  }
  guess_counts: {
    key: Fixed<Buffer>
    failures: number
    blocked_until: Date
    counted_at: Date
  }
  idempotent_calls: {
    key_id: Fixed<string>
    name: Fixed<string>
    request_hash: Buffer
    taken_at: Date
    status: number | null
    answer: Buffer | null
  }
  inbound_attachments: {
    id: Fixed<string>
    email_id: string
    business_id: string
    position: number
    name: string
    size_bytes: number
    refusal: string | null
    is_held: boolean
  }
  inbound_emails: {
    id: Fixed<string>
    business_id: string
    request_id: string | null
    message_hash: Buffer
    status: 'arrived' | 'waiting' | 'accepted' | 'discarded' | 'bounce' | 'automatic' | 'own'
    reason: 'not-authentic' | 'stranger' | 'closed' | 'automatic' | 'no-attachment' | 'unreadable' | null
    size_bytes: number
    envelope_from: string | null
    client_name: string | null
    client_ip: string | null
    sender: string | null
    subject: string | null
    body_text: string | null
    spf: string | null
    dkim: string | null
    dmarc: string | null
    is_authentic: Generated<boolean>
    import_id: string | null
    arrived_at: Date
    decided_at: Date | null
    decided_by: string | null
  }
  inbound_state: {
    kind: Fixed<'smtp' | 'imap'>
    checked_at: Date | null
    received_at: Date | null
    failed_at: Date | null
    failure: string | null
  }
  installation_kind: {
    is_demo: Fixed<boolean>
    decided_at: Fixed<Date>
  }
  irs_organizations: {
    ein: Fixed<string>
    name: string
    city: string
    state: string
    subsection: string
  }
  job_applications: {
    id: Fixed<string>
    position: string
    name: string
    email: string
    phone: string
    cover_letter: string
    state: Generated<'new' | 'in-review' | 'accepted' | 'rejected'>
    resume_name: string
    resume_type: string
    resume_bytes: number
    submitted_at: Date
    updated_at: Date
    account_id: string | null
  }
  job_turns: {
    job: Fixed<string>
    key: Fixed<string>
    turn: Fixed<number>
  }
  kept_copies: {
    id: Fixed<string>
    business_id: string
    owner_id: string | null
    document_name: string | null
    share_id: string
    customer_id: string
    document_id: string
    version: number
    document_type: 'application/pdf' | 'image/jpeg' | 'image/png'
    file_id: string
    state: string
    first_relied_on: string
    last_relied_on: string
    kept_until: string
    created_at: Date
    ended_at: Date | null
  }
  known_devices: {
    user_id: Fixed<string>
    device_hash: Fixed<Buffer>
    last_used_at: Date
  }
  learned_forms: {
    id: Fixed<string>
    form: string | null
    revision: string | null
    size_bytes: number
    pages: Json
    zones: Json
    fingerprint: GeneratedJson
    uploaded_by: string | null
    uploaded_at: Date
    learned_at: Date | null
  }
  ledger_entries: {
    id: ReadOnly<string>
    business_id: ReadOnly<string>
    share_id: ReadOnly<string>
    state: ReadOnly<string>
    kind: ReadOnly<string>
    result: ReadOnly<string>
    checked_on: ReadOnly<string>
    due_on: ReadOnly<string>
    source: ReadOnly<string>
    file_date: ReadOnly<string>
    at: ReadOnly<Date>
    number: ReadOnly<string>
    found_name: ReadOnly<string>
    note: ReadOnly<string>
    proof_type: ReadOnly<string>
    proof_bytes: ReadOnly<number>
    checked_by: ReadOnly<string>
  }
  live_events: {
    stream: Fixed<string>
    seq: Fixed<number>
    name: string
    payload: Json
    created_at: Generated<Date>
  }
  live_streams: {
    stream: Fixed<string>
    last_seq: number
  }
  looked_up_numbers: {
    id: ReadOnly<string>
    owner_id: ReadOnly<string>
    state: ReadOnly<string>
    kind: ReadOnly<string>
    result: ReadOnly<string>
    checked_on: ReadOnly<string>
    at: ReadOnly<Date>
    business_name: ReadOnly<string>
  }
  mail_share_codes: {
    link_id: Fixed<string>
    code_hash: Buffer
    attempts: Generated<number>
    sent_count: Generated<number>
    first_sent_at: Date
    sent_at: Date
    expires_at: Date
  }
  mail_share_links: {
    id: Fixed<string>
    token_hash: Buffer
    owner_id: string
    email: string
    created_at: Date
    expires_at: Date
  }
  mail_share_openings: {
    viewer_id: Fixed<string>
    share_id: Fixed<string>
  }
  mail_share_viewers: {
    id: Fixed<string>
    token_hash: Buffer
    link_id: string
    created_at: Date
    last_seen_at: Date
    expires_at: Date
  }
  mails: {
    id: Fixed<string>
    recipient: string
    template: string
    subject: string
    body_text: string
    body_html: string
    message_id: string
    status: 'queued' | 'kept' | 'sent' | 'failed'
    attempts: Generated<number>
    last_error: string | null
    created_at: Fixed<Date>
    sent_at: Date | null
    account_id: string | null
    sender_id: string | null
    reply_to: string | null
  }
  master_keys: {
    id: Fixed<string>
    version: ReadOnly<number>
    created_at: Date
  }
  notification_preferences: {
    user_id: Fixed<string>
    mailed_types: ('users' | 'businesses' | 'other')[]
    updated_at: Date
    mailed_outcomes: Generated<('verified' | 'rejected' | 'first-view' | 'expiring')[]>
  }
  notification_reads: {
    user_id: Fixed<string>
    notification_id: Fixed<string>
    read_at: Date
  }
  notifications: {
    id: Fixed<string>
    audience: Fixed<string>
    person_id: Fixed<string | null>
    type: Fixed<'users' | 'businesses' | 'other'>
    title: Fixed<string>
    message: Fixed<string>
    created_at: Fixed<Date>
    link: Fixed<string | null>
    kind: Fixed<'verified' | 'rejected' | 'first-view' | 'received' | 'ready' | null>
    about: Fixed<string | null>
    document_count: FixedGenerated<number>
  }
  number_files: {
    source: Fixed<string>
    file_date: string
    row_count: number
    content_hash: Buffer
    loaded_at: Date
  }
  one_time_links: {
    token_hash: Fixed<Buffer>
    purpose: 'set-up' | 'reset-password' | 'choose-password' | 'verify-email' | 'change-email' | 'invitation' | 'chat'
    user_id: string | null
    created_at: Date
    expires_at: Date
    email: string | null
    subject_id: string | null
  }
  passkeys: {
    id: FixedGenerated<string>
    user_id: string
    name: string
    credential_id: string
    public_key: Buffer
    counter: number
    transports: string[]
    created_at: Date
    last_used_at: Date | null
  }
  passwords: {
    user_id: Fixed<string>
    hash: string
    changed_at: Date
    is_temporary: Generated<boolean>
  }
  privacy_settings: {
    user_id: Fixed<string>
    retention_days: 30 | 90 | 365 | null
    updated_at: Date
  }
  received_day_forms: {
    business_id: string
    day: string
    form: string | null
    pending: number
    verified: number
    rejected: number
  }
  received_day_notes: {
    business_id: string
    day: string
  }
  received_day_reviewers: {
    business_id: string
    day: string
    reviewed_by: string | null
    reviewed_by_key: string | null
    verified: number
    rejected: number
    minutes: number[]
    reviews: number[]
  }
  received_documents: {
    id: ReadOnly<string>
    document_id: ReadOnly<string>
    owner_id: ReadOnly<string>
    business_id: ReadOnly<string>
    status: ReadOnly<string>
    message: ReadOnly<string>
    shared_at: ReadOnly<Date>
    reviewed_at: ReadOnly<Date>
    reject_reason: ReadOnly<string>
    can_download: ReadOnly<boolean>
    document_name: ReadOnly<string>
    document_type: ReadOnly<string>
    document_version: ReadOnly<number>
    page_count: ReadOnly<number>
    size_bytes: ReadOnly<number>
    user_name: ReadOnly<string>
    user_email: ReadOnly<string>
    reviewer_name: ReadOnly<string>
    replaced_name: ReadOnly<string>
    replaced_rejected_at: ReadOnly<Date>
    assigned_to: ReadOnly<string>
    assignee_name: ReadOnly<string>
    form: ReadOnly<string>
    expires_on: ReadOnly<string>
    purchaser: ReadOnly<string>
    confirmed_at: ReadOnly<Date>
    states: ReadOnly<unknown>
    reviewed_by_rules: ReadOnly<boolean>
    card_program: ReadOnly<string>
    card_line: ReadOnly<string>
    card_billing: ReadOnly<string>
    first_viewed_at: ReadOnly<Date>
    is_card: ReadOnly<boolean>
    stated: ReadOnly<unknown>
    customer: ReadOnly<unknown>
  }
  received_reminders: {
    share_id: Fixed<string>
    ends_on: Fixed<string>
    step: Fixed<10 | 0>
    business_id: string
    sent_at: Date
  }
  received_search: {
    id: ReadOnly<string>
    business_id: ReadOnly<string>
    status: ReadOnly<string>
    shared_at: ReadOnly<Date>
    search_text: ReadOnly<string>
    form: ReadOnly<string>
    expires_on: ReadOnly<string>
  }
  received_shares: {
    id: ReadOnly<string>
    business_id: ReadOnly<string>
    document_id: ReadOnly<string>
    status: ReadOnly<string>
    shared_at: ReadOnly<Date>
    reviewed_at: ReadOnly<Date>
    reviewed_by: ReadOnly<string>
    reject_reason: ReadOnly<string>
    document_name: ReadOnly<string>
    document_type: ReadOnly<string>
    owner_name: ReadOnly<string>
    reviewing_key: ReadOnly<string>
    form: ReadOnly<string>
    expires_on: ReadOnly<string>
    states: ReadOnly<string>
    numbers: ReadOnly<string>
    reviewed_by_key: ReadOnly<string>
  }
  relied_on_certificates: {
    id: ReadOnly<string>
    owner_id: ReadOnly<string>
    state: ReadOnly<string>
    on_date: ReadOnly<string>
    verdict: ReadOnly<string>
    at: ReadOnly<Date>
    business_name: ReadOnly<string>
  }
  renewal_consents: {
    renewal_id: Fixed<string>
    business_id: Fixed<string>
    consented_at: Date
  }
  report_business_users: {
    id: ReadOnly<string>
    business_id: ReadOnly<string>
    name: ReadOnly<string>
    email: ReadOnly<string>
    role: ReadOnly<string>
    status: ReadOnly<string>
    date_added: ReadOnly<Date>
    last_active: ReadOnly<Date>
    created_at: ReadOnly<Date>
    updated_at: ReadOnly<Date>
  }
  report_businesses: {
    id: ReadOnly<string>
    name: ReadOnly<string>
    email: ReadOnly<string>
    status: ReadOnly<string>
    verified: ReadOnly<boolean>
    business_type: ReadOnly<string>
    tax_id: ReadOnly<string>
    date_registered: ReadOnly<Date>
    documents_received: ReadOnly<number>
    user_count: ReadOnly<number>
    created_at: ReadOnly<Date>
    updated_at: ReadOnly<Date>
  }
  report_document_shares: {
    id: ReadOnly<string>
    document_id: ReadOnly<string>
    business_id: ReadOnly<string>
    shared_at: ReadOnly<Date>
    created_at: ReadOnly<Date>
    updated_at: ReadOnly<Date>
    review_outcome: ReadOnly<string>
    reviewer: ReadOnly<string>
    reviewed_at: ReadOnly<Date>
    hours_to_review: ReadOnly<number>
  }
  report_documents: {
    id: ReadOnly<string>
    name: ReadOnly<string>
    type: ReadOnly<string>
    status: ReadOnly<string>
    date_uploaded: ReadOnly<Date>
    date_processed: ReadOnly<Date>
    user_id: ReadOnly<string>
    created_at: ReadOnly<Date>
    updated_at: ReadOnly<Date>
    review_outcome: ReadOnly<string>
    reviewer: ReadOnly<string>
    reviewed_at: ReadOnly<Date>
    hours_to_review: ReadOnly<number>
    page_count: ReadOnly<number>
  }
  report_schedules: {
    template_id: Fixed<string>
    user_id: Fixed<string>
    every: 'daily' | 'weekly' | 'monthly'
    next_at: Date
    created_at: Date
    hour: Generated<number>
    time_zone: Generated<string>
  }
  report_templates: {
    id: Fixed<string>
    name: string
    description: string
    type: 'documents' | 'businesses' | 'users' | 'document_shares' | 'business_users'
    settings: Json
    version: Generated<number>
    created_at: Date
    updated_at: Date
  }
  report_users: {
    id: ReadOnly<string>
    name: ReadOnly<string>
    email: ReadOnly<string>
    role: ReadOnly<string>
    status: ReadOnly<string>
    created_at: ReadOnly<Date>
    updated_at: ReadOnly<Date>
  }
  request_answers: {
    id: Fixed<string>
    request_id: string
    token_hash: Buffer
    user_id: string
    document_id: string | null
    email: string | null
    code_hash: Buffer | null
    code_attempts: Generated<number>
    code_sent_at: Date | null
    code_expires_at: Date | null
    confirmed_at: Date | null
    sent_at: Date | null
    created_at: Date
    progress_at: Generated<Date>
    source_hash: Buffer | null
    size_bytes: Generated<number>
  }
  request_refusals: {
    business_id: Fixed<string>
    address_hash: Fixed<Buffer>
    kind: Fixed<'not-exempt' | 'no-email'>
    at: Date
  }
  request_uploads: {
    id: Fixed<string>
    answer_id: string
    name: string
    modified_at: Date
    size_bytes: number
    received_bytes: Generated<number>
    created_at: Date
  }
  reviewing_keys: {
    id: ReadOnly<string>
    name: ReadOnly<string>
  }
  rules_files: {
    id: Fixed<string>
    version: string
    title: string
    publisher: string
    published_on: string
    signed_by: string
    content: string
    preview: GeneratedJson
    uploaded_by: string | null
    uploaded_at: Date
    activated_by: string | null
    activated_at: Date | null
    is_active: Generated<boolean>
  }
  sales_lists: {
    id: Fixed<string>
    business_id: string
    campaign_id: string | null
    created_by: string | null
    created_at: Date
    expires_at: Date
  }
  sealed_secrets: {
    owner_id: Fixed<string>
    purpose: Fixed<string>
    master_key_id: string
    sealed: Buffer
  }
  session_challenges: {
    session_id: Fixed<string>
    challenge: string
    expires_at: Date
  }
  sessions: {
    id: FixedGenerated<string>
    token_hash: Buffer
    user_id: string
    created_at: Date
    last_seen_at: Date
    ip: string | null
    user_agent: string | null
    stage: Generated<'second-factor' | 'full'>
    sign_on_provider_id: string | null
    sign_on_subject: string | null
    sign_on_session: string | null
    has_provider_factor: Generated<boolean>
  }
  settings: {
    key: Fixed<string>
    value: Json
    updated_at: Date
  }
  share_corrections: {
    share_id: Fixed<string>
    document_id: string
    owner_id: string
    requested_at: Date
  }
  share_events: {
    id: Fixed<string>
    share_id: Fixed<string>
    act: Fixed<'shared' | 'reopened' | 'viewed' | 'downloaded' | 'verified' | 'rejected' | 'review-reopened' | 'returned' | 'corrected' | 'revoked' | 'expired'>
    at: Fixed<Date>
    by_kind: Fixed<'owner' | 'receiver' | 'exempta'>
    person_id: Fixed<string | null>
    reason: Fixed<string | null>
    key_id: Fixed<string | null>
    document_name: Fixed<string | null>
  }
  share_states: {
    share_id: Fixed<string>
    state: Fixed<string>
    business_id: string
    shared_at: Date
  }
  sign_on_attempts: {
    state_hash: Fixed<Buffer>
    provider_id: string
    browser_hash: Buffer
    tried_by: string | null
    provider_version: number
    nonce: string
    code_verifier: string
    expires_at: Date
  }
  sign_on_identities: {
    provider_id: Fixed<string>
    issuer: Fixed<string>
    subject: Fixed<string>
    user_id: string
    created_at: Date
    last_used_at: Date
  }
  sign_on_logouts: {
    token_hash: Fixed<Buffer>
    provider_id: string
    expires_at: Date
  }
  sign_on_providers: {
    id: Fixed<string>
    business_id: string | null
    issuer: string
    client_id: string
    domains: string[]
    group_claim: string
    manager_groups: string[]
    viewer_groups: string[]
    is_on: Generated<boolean>
    is_required: Generated<boolean>
    emergency_user_id: string | null
    tried_at: Date | null
    version: Generated<number>
    created_at: Date
    updated_at: Date
  }
  signed_certificates: {
    document_id: Fixed<string>
    owner_id: string
    version: number
    request_id: string | null
    form: string | null
    rule_id: string | null
    draft: Json
    shown: Json
    signer: string
    title: string
    email: string
    signature: 'drawn' | 'typed'
    consent: string
    signed_at: Date
    ip: string | null
    browser: string | null
    form_hash: Buffer
    file_hash: Buffer
    key_id: string
  }
  signing_keys: {
    id: Fixed<string>
    public_key: Buffer
    created_at: Date
  }
  state_numbers: {
    state: Fixed<string>
    number: Fixed<string>
    name: string
    is_active: boolean
  }
  stored_files: {
    id: FixedGenerated<string>
    document_id: string
    rendition: string
    version: number
    object_name: string
    size_bytes: number
    created_at: Date
  }
  team_members: {
    id: ReadOnly<string>
    business_id: ReadOnly<string>
    user_id: ReadOnly<string>
    name: ReadOnly<string>
    email: ReadOnly<string>
    role: ReadOnly<string>
    status: ReadOnly<string>
    date_added: ReadOnly<Date>
    last_active: ReadOnly<Date>
  }
  two_factor: {
    user_id: Fixed<string>
    enabled_at: Date | null
    last_step: Generated<number>
    created_at: Date
  }
  undone_confirmations: {
    document_id: Fixed<string>
    owner_id: string
    stated: Json
    undone_at: Date
  }
  uptime_days: {
    day: Fixed<string>
    minutes: number
    first_minute: Date
    last_minute: Date
  }
  users: {
    id: FixedGenerated<string>
    name: string
    email: string
    role: 'user' | 'business' | 'admin'
    status: Generated<'active' | 'inactive' | 'suspended' | 'guest'>
    created_at: Date
    updated_at: Date
    last_login_at: Date | null
    email_verified_at: Date | null
    previous_login_at: Date | null
    version: Generated<number>
    name_confirmed_at: Date | null
  }
  verification_details: {
    verification_id: Fixed<string>
    business_id: Fixed<string>
    owner_id: Fixed<string>
    number: Fixed<string>
    found_name: Fixed<string | null>
    note: Fixed<string | null>
    proof_type: Fixed<'image/jpeg' | 'image/png' | null>
    proof_bytes: Fixed<number | null>
  }
  verifications: {
    id: Fixed<string>
    business_id: Fixed<string>
    share_id: Fixed<string>
    state: Fixed<string>
    kind: Fixed<'state-site' | 'phone' | 'irs-file' | 'state-file'>
    result: Fixed<'active' | 'not-active' | 'unclear'>
    checked_on: Fixed<string>
    due_on: Fixed<string | null>
    source: Fixed<string | null>
    file_date: Fixed<string | null>
    person_id: Fixed<string | null>
    key_id: Fixed<string | null>
    at: Fixed<Date>
  }
  webhook_attempts: {
    delivery_id: Fixed<string>
    number: Fixed<number>
    at: Date
    status_code: number | null
    failure: string | null
    duration_ms: number
    answer: string | null
  }
  webhook_deliveries: {
    id: FixedGenerated<string>
    seq: ReadOnly<number>
    webhook_id: string
    event_id: string
    business_id: string
    share_id: string | null
    type: string
    status: Generated<'pending' | 'delivered' | 'dead'>
    is_redelivery: Generated<boolean>
    attempts: Generated<number>
    first_tried_at: Date | null
    next_try_at: Date
    delivered_at: Date | null
    last_status_code: number | null
    last_failure: string | null
    created_at: Date
    customer_id: string | null
  }
  webhook_events: {
    id: FixedGenerated<string>
    business_id: string
    type: string
    share_id: string | null
    document_id: string | null
    data: Json
    created_at: Date
    customer_id: string | null
  }
  webhooks: {
    id: Fixed<string>
    business_id: string
    url: string
    description: string
    events: string[]
    is_active: Generated<boolean>
    failing_since: Date | null
    disabled_at: Date | null
    old_secret_until: Date | null
    leased_until: Date | null
    version: Generated<number>
    created_at: Date
    updated_at: Date
  }
}
