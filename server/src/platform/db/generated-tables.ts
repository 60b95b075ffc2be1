/** Written by `npm run db:types` from the migrated schema; do not edit. */
import type { Generated } from 'kysely'

/** What a json column holds; its feature says more. */
export type Json = string | number | boolean | object

/** A column of a view: the database does not know whether it can be null. */
export interface ViewColumn<T> {
  readonly viewed: T
}

export interface GeneratedTables {
  account_erasures: {
    user_id: string
    requested_at: Date
  }
  admin_ip_list: {
    ranges: string[]
    updated_at: Date
  }
  administered_businesses: {
    id: ViewColumn<string>
    name: ViewColumn<string>
    email: ViewColumn<string>
    phone: ViewColumn<string>
    website: ViewColumn<string>
    address: ViewColumn<string>
    tax_id: ViewColumn<string>
    business_type: ViewColumn<string>
    status: ViewColumn<string>
    verified: ViewColumn<boolean>
    user_count: ViewColumn<number>
    documents_received: ViewColumn<number>
    date_registered: ViewColumn<Date>
    profile_version: ViewColumn<number>
  }
  administered_documents: {
    id: ViewColumn<string>
    name: ViewColumn<string>
    status: ViewColumn<string>
    created_at: ViewColumn<Date>
  }
  administered_members: {
    id: ViewColumn<string>
    business_id: ViewColumn<string>
    user_id: ViewColumn<string>
    name: ViewColumn<string>
    email: ViewColumn<string>
    role: ViewColumn<string>
    status: ViewColumn<string>
    account_status: ViewColumn<string>
    date_added: ViewColumn<Date>
    last_active: ViewColumn<Date>
    version: ViewColumn<number>
  }
  administered_users: {
    id: ViewColumn<string>
    name: ViewColumn<string>
    email: ViewColumn<string>
    role: ViewColumn<string>
    status: ViewColumn<string>
    created_at: ViewColumn<Date>
    last_login_at: ViewColumn<Date>
    version: ViewColumn<number>
    business_id: ViewColumn<string>
    business_name: ViewColumn<string>
    member_role: ViewColumn<string>
  }
  api_access: {
    business_id: string
    state: string
    requested_by: string | null
    requested_at: Date
    purpose: string
    decided_at: Date | null
    reason: string | null
  }
  api_keys: {
    id: string
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
  }
  audit_entries: {
    id: string
    at: Date
    actor_kind: string
    actor_id: string | null
    actor_role: string | null
    action: string
    target_kind: string | null
    target_id: string | null
    result: string
    request_id: string | null
    details: Json
    origin_digest: Buffer | null
  }
  audit_origins: {
    entry_id: string
    ip: string
    salt: Buffer
  }
  audit_seals: {
    position: number
    entry_id: string
    entry_digest: Buffer
    hash: Buffer
  }
  audit_unsealed: {
    entry_id: string
    arrival: Generated<number>
  }
  audit_verifications: {
    id: string
    requested_by: string | null
    requested_at: Date
    state: string
    checked: Generated<number>
    unsealed: number | null
    head_position: number | null
    head_hash: string | null
    bad_entry_id: string | null
    problem: string | null
    finished_at: Date | null
  }
  backup_codes: {
    user_id: string
    code_hash: Buffer
  }
  business_invitations: {
    id: Generated<string>
    business_id: string
    email: string
    role: string
    invited_by: string | null
    invited_at: Date
    expires_at: Date
    account_id: string | null
  }
  business_ip_lists: {
    business_id: string
    ranges: string[]
    updated_at: Date
  }
  business_names: {
    id: ViewColumn<string>
    name: ViewColumn<string>
    verified: ViewColumn<boolean>
    status: ViewColumn<string>
  }
  business_users: {
    id: Generated<string>
    business_id: string
    user_id: string
    role: string
    status: Generated<string>
    date_added: Date
    last_active: Date | null
    created_at: Date
    updated_at: Date
    mails_new_documents: Generated<boolean>
    mails_document_updates: Generated<boolean>
    mails_weekly_summary: Generated<boolean>
    version: Generated<number>
  }
  businesses: {
    id: Generated<string>
    name: string
    email: string
    status: Generated<string>
    verified: Generated<boolean>
    business_type: string | null
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
  }
  chat_guests: {
    token_hash: Buffer
    chat_id: string
    created_at: Date
    expires_at: Date
  }
  chat_messages: {
    chat_id: string
    seq: number
    id: string
    client_id: string
    sender: string
    kind: string
    author_id: string | null
    author_name: string | null
    text: string
    is_masked: boolean
    created_at: Date
  }
  chat_presence: {
    kind: string
    subject_id: string
    process_id: string
    until: Date
  }
  chats: {
    id: string
    kind: string
    user_id: string | null
    guest_name: string | null
    guest_email: string | null
    subject: string | null
    session_key: Generated<string>
    status: Generated<string>
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
  data_exports: {
    id: Generated<string>
    user_id: string
    status: Generated<string>
    requested_at: Date
    expires_at: Date | null
  }
  discarded_objects: {
    object_name: string
    discarded_at: Date
  }
  document_findings: {
    document_id: string
    version: number
    page: number
    position: number
    kind: string
    quad: Json
  }
  document_names: {
    id: ViewColumn<string>
    owner_id: ViewColumn<string>
    name: ViewColumn<string>
    status: ViewColumn<string>
    created_at: ViewColumn<Date>
  }
  document_pages: {
    document_id: string
    version: number
    page: number
    width: number
    height: number
    rendition: string
    type: string
    start_byte: number
    end_byte: number
  }
  document_shares: {
    id: string
    document_id: string
    owner_id: string
    business_id: string | null
    email: string | null
    link_id: string | null
    status: Generated<string>
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
  }
  document_versions: {
    document_id: string
    version: number
    boxes: Generated<Json>
    size_bytes: number | null
    created_at: Date
    ready_at: Date | null
  }
  documents: {
    id: string
    owner_id: string
    name: string
    type: string
    status: string
    size_bytes: number
    content_hash: Buffer
    card_side: string | null
    is_card: Generated<boolean>
    hides_contact_details: Generated<boolean>
    keeps_driver_license: Generated<boolean>
    has_original: boolean
    attempts: Generated<number>
    page_count: number | null
    progress_page: Generated<number>
    version: Generated<number>
    finding_counts: Generated<Json>
    failure: string | null
    created_at: Date
    updated_at: Date
    processed_at: Date | null
  }
  file_keys: {
    file_id: string
    master_key_id: string
    wrapped_key: Buffer
  }
  file_space: {
    id: Generated<string>
  }
  guess_counts: {
    key: Buffer
    failures: number
    blocked_until: Date
    counted_at: Date
  }
  idempotent_calls: {
    key_id: string
    name: string
    request_hash: Buffer
    taken_at: Date
    status: number | null
    answer: Buffer | null
  }
  job_applications: {
    id: string
    position: string
    name: string
    email: string
    phone: string
    cover_letter: string
    state: Generated<string>
    resume_name: string
    resume_type: string
    resume_bytes: number
    submitted_at: Date
    updated_at: Date
    account_id: string | null
  }
  job_turns: {
    job: string
    key: string
    turn: number
  }
  known_devices: {
    user_id: string
    device_hash: Buffer
    last_used_at: Date
  }
  live_events: {
    stream: string
    seq: number
    name: string
    payload: Json
    created_at: Generated<Date>
  }
  live_streams: {
    stream: string
    last_seq: number
  }
  mail_share_codes: {
    link_id: string
    code_hash: Buffer
    attempts: Generated<number>
    sent_count: Generated<number>
    first_sent_at: Date
    sent_at: Date
    expires_at: Date
  }
  mail_share_links: {
    id: string
    token_hash: Buffer
    owner_id: string
    email: string
    created_at: Date
    expires_at: Date
  }
  mail_share_openings: {
    viewer_id: string
    share_id: string
  }
  mail_share_viewers: {
    id: string
    token_hash: Buffer
    link_id: string
    created_at: Date
    last_seen_at: Date
    expires_at: Date
  }
  mails: {
    id: string
    recipient: string
    template: string
    subject: string
    body_text: string
    body_html: string
    message_id: string
    status: string
    attempts: Generated<number>
    last_error: string | null
    created_at: Date
    sent_at: Date | null
    account_id: string | null
    sender_id: string | null
  }
  master_keys: {
    id: string
    version: Generated<number>
    created_at: Date
  }
  notification_preferences: {
    user_id: string
    mailed_types: string[]
    updated_at: Date
  }
  notification_reads: {
    user_id: string
    notification_id: string
    read_at: Date
  }
  notifications: {
    id: string
    audience: string
    person_id: string | null
    type: string
    title: string
    message: string
    created_at: Date
    link: string | null
  }
  one_time_links: {
    token_hash: Buffer
    purpose: string
    user_id: string | null
    created_at: Date
    expires_at: Date
    email: string | null
    subject_id: string | null
  }
  passkeys: {
    id: Generated<string>
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
    user_id: string
    hash: string
    changed_at: Date
    is_temporary: Generated<boolean>
  }
  privacy_settings: {
    user_id: string
    retention_days: number | null
    updated_at: Date
  }
  received_documents: {
    id: ViewColumn<string>
    document_id: ViewColumn<string>
    owner_id: ViewColumn<string>
    business_id: ViewColumn<string>
    status: ViewColumn<string>
    message: ViewColumn<string>
    shared_at: ViewColumn<Date>
    reviewed_at: ViewColumn<Date>
    reject_reason: ViewColumn<string>
    can_download: ViewColumn<boolean>
    document_name: ViewColumn<string>
    document_type: ViewColumn<string>
    document_version: ViewColumn<number>
    page_count: ViewColumn<number>
    size_bytes: ViewColumn<number>
    user_name: ViewColumn<string>
    user_email: ViewColumn<string>
    reviewer_name: ViewColumn<string>
  }
  received_search: {
    id: ViewColumn<string>
    business_id: ViewColumn<string>
    status: ViewColumn<string>
    shared_at: ViewColumn<Date>
    search_text: ViewColumn<string>
  }
  received_shares: {
    id: ViewColumn<string>
    business_id: ViewColumn<string>
    document_id: ViewColumn<string>
    status: ViewColumn<string>
    shared_at: ViewColumn<Date>
    reviewed_at: ViewColumn<Date>
    reviewed_by: ViewColumn<string>
    reject_reason: ViewColumn<string>
    document_name: ViewColumn<string>
    document_type: ViewColumn<string>
    owner_name: ViewColumn<string>
    reviewing_key: ViewColumn<string>
  }
  report_business_users: {
    id: ViewColumn<string>
    business_id: ViewColumn<string>
    name: ViewColumn<string>
    email: ViewColumn<string>
    role: ViewColumn<string>
    status: ViewColumn<string>
    date_added: ViewColumn<Date>
    last_active: ViewColumn<Date>
    created_at: ViewColumn<Date>
    updated_at: ViewColumn<Date>
  }
  report_businesses: {
    id: ViewColumn<string>
    name: ViewColumn<string>
    email: ViewColumn<string>
    status: ViewColumn<string>
    verified: ViewColumn<boolean>
    business_type: ViewColumn<string>
    tax_id: ViewColumn<string>
    date_registered: ViewColumn<Date>
    documents_received: ViewColumn<number>
    user_count: ViewColumn<number>
    created_at: ViewColumn<Date>
    updated_at: ViewColumn<Date>
  }
  report_document_shares: {
    id: ViewColumn<string>
    document_id: ViewColumn<string>
    business_id: ViewColumn<string>
    shared_at: ViewColumn<Date>
    created_at: ViewColumn<Date>
    updated_at: ViewColumn<Date>
  }
  report_documents: {
    id: ViewColumn<string>
    name: ViewColumn<string>
    type: ViewColumn<string>
    status: ViewColumn<string>
    date_uploaded: ViewColumn<Date>
    date_processed: ViewColumn<Date>
    user_id: ViewColumn<string>
    created_at: ViewColumn<Date>
    updated_at: ViewColumn<Date>
  }
  report_schedules: {
    template_id: string
    user_id: string
    every: string
    next_at: Date
    created_at: Date
  }
  report_templates: {
    id: string
    name: string
    description: string
    type: string
    settings: Json
    version: Generated<number>
    created_at: Date
    updated_at: Date
  }
  report_users: {
    id: ViewColumn<string>
    name: ViewColumn<string>
    email: ViewColumn<string>
    role: ViewColumn<string>
    status: ViewColumn<string>
    created_at: ViewColumn<Date>
    updated_at: ViewColumn<Date>
  }
  sealed_secrets: {
    owner_id: string
    purpose: string
    master_key_id: string
    sealed: Buffer
  }
  session_challenges: {
    session_id: string
    challenge: string
    expires_at: Date
  }
  sessions: {
    id: Generated<string>
    token_hash: Buffer
    user_id: string
    created_at: Date
    last_seen_at: Date
    ip: string | null
    user_agent: string | null
    stage: Generated<string>
  }
  settings: {
    key: string
    value: Json
    updated_at: Date
  }
  share_events: {
    id: string
    share_id: string
    act: string
    at: Date
    by_kind: string
    person_id: string | null
    reason: string | null
    key_id: string | null
  }
  stored_files: {
    id: Generated<string>
    document_id: string
    rendition: string
    version: number
    object_name: string
    size_bytes: number
    created_at: Date
  }
  team_members: {
    id: ViewColumn<string>
    business_id: ViewColumn<string>
    user_id: ViewColumn<string>
    name: ViewColumn<string>
    email: ViewColumn<string>
    role: ViewColumn<string>
    status: ViewColumn<string>
    date_added: ViewColumn<Date>
    last_active: ViewColumn<Date>
  }
  two_factor: {
    user_id: string
    enabled_at: Date | null
    last_step: Generated<number>
    created_at: Date
  }
  users: {
    id: Generated<string>
    name: string
    email: string
    role: string
    status: Generated<string>
    created_at: Date
    updated_at: Date
    last_login_at: Date | null
    email_verified_at: Date | null
    previous_login_at: Date | null
    version: Generated<number>
  }
  webhook_attempts: {
    delivery_id: string
    number: number
    at: Date
    status_code: number | null
    failure: string | null
    duration_ms: number
    answer: string | null
  }
  webhook_deliveries: {
    id: Generated<string>
    seq: Generated<number>
    webhook_id: string
    event_id: string
    business_id: string
    share_id: string
    type: string
    status: Generated<string>
    is_redelivery: Generated<boolean>
    attempts: Generated<number>
    first_tried_at: Date | null
    next_try_at: Date
    delivered_at: Date | null
    last_status_code: number | null
    last_failure: string | null
    created_at: Date
  }
  webhook_events: {
    id: Generated<string>
    business_id: string
    type: string
    share_id: string
    document_id: string
    data: Json
    created_at: Date
  }
  webhooks: {
    id: string
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
