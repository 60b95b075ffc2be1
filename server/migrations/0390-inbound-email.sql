-- Emails that customers send to a business. What was sent is stored before the sender's server hears that it arrived;
-- what it says is kept only until it's decided (0390).
alter table mails add column reply_to text;

alter table certificate_requests
  -- The last email came back, and why.
  add column bounced_at timestamptz,
  add column bounce text check (bounce in ('address', 'mailbox-full', 'refused', 'too-large', 'unreachable', 'other')),
  -- An automatic answer came, such as an out-of-office note.
  add column auto_answered_at timestamptz;

-- What came by email belongs to an account of its own, so that nobody takes it for what the business added.
alter table business_archives add column email_owner_id uuid unique references users on delete cascade;
alter table archive_imports add column origin text not null default 'business' check (origin in ('business', 'email'));

create table inbound_emails (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  -- Null for the address of the business, and after the request was deleted.
  request_id uuid references certificate_requests on delete set null,
  -- Of its address and its Message-ID, so that an email that is delivered twice is stored once.
  message_hash bytea not null unique check (length(message_hash) = 32),
  -- `arrived` isn't read yet, `waiting` waits for a manager.
  status text not null
    check (status in ('arrived', 'waiting', 'accepted', 'discarded', 'bounce', 'automatic', 'own')),
  reason text
    check (reason in ('not-authentic', 'stranger', 'closed', 'automatic', 'no-attachment', 'unreadable')),
  size_bytes bigint not null check (size_bytes >= 0),
  -- How it came, until it's read.
  envelope_from text check (length(envelope_from) <= 320),
  client_name text check (length(client_name) <= 255),
  client_ip text check (length(client_ip) <= 64),
  -- Null when it was erased with the account of its sender.
  sender citext check (length(sender) <= 254),
  subject text check (length(subject) <= 200),
  -- The beginning of the text, while it waits.
  body_text text check (length(body_text) <= 4000),
  spf text,
  dkim text,
  dmarc text,
  is_authentic boolean not null default false,
  import_id uuid references archive_imports on delete set null,
  arrived_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  check ((status = 'waiting') = (reason is not null))
);
create index inbound_emails_by_business on inbound_emails (business_id, arrived_at desc, id desc);
create index inbound_emails_waiting on inbound_emails (business_id, arrived_at desc, id desc) where status = 'waiting';
create index inbound_emails_by_request on inbound_emails (request_id) where request_id is not null;
create index inbound_emails_by_import on inbound_emails (import_id) where import_id is not null;
create index inbound_emails_by_decider on inbound_emails (decided_by) where decided_by is not null;
create index inbound_emails_by_sender on inbound_emails (sender) where sender is not null;
create index inbound_emails_by_age on inbound_emails (arrived_at);
call exempta_protect('inbound_emails');
revoke insert, update, delete on inbound_emails from exempta_app;
create policy inbound_emails_own on inbound_emails for select to exempta_app
  using (business_id = (select exempta_business_id()));

create table inbound_attachments (
  id uuid primary key,
  email_id uuid not null references inbound_emails on delete cascade,
  business_id uuid not null references businesses on delete cascade,
  position smallint not null,
  name text not null check (length(name) between 1 and 200),
  size_bytes bigint not null check (size_bytes >= 0),
  -- Why it wasn't taken.
  refusal text check (length(refusal) between 1 and 300),
  -- Its bytes wait here, until a manager decides.
  is_held boolean not null,
  unique (email_id, position)
);
create index inbound_attachments_by_business on inbound_attachments (business_id);
call exempta_protect('inbound_attachments');
revoke insert, update, delete on inbound_attachments from exempta_app;
create policy inbound_attachments_own on inbound_attachments for select to exempta_app
  using (business_id = (select exempta_business_id()));

-- How receiving goes, for the page about the system's health.
create table inbound_state (
  kind text primary key check (kind in ('smtp', 'imap')),
  checked_at timestamptz,
  received_at timestamptz,
  failed_at timestamptz,
  failure text check (length(failure) <= 200)
);
call exempta_protect('inbound_state');
revoke all on inbound_state from exempta_app;
