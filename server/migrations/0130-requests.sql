-- Requests for certificates: whom a business asked, what came of it, and what a visitor prepares behind the link.

-- A guest sent a certificate without an account. Its documents are its own; it logs in once it has chosen a password.
alter table users drop constraint users_status_check;
alter table users add constraint users_status_check check (status in ('active', 'inactive', 'suspended', 'guest'));

create index users_unconfirmed_guests on users (created_at) where status = 'guest' and email_verified_at is null;

create table certificate_requests (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  -- `email` is sent to one address, `link` is handed to one customer, `standing` is the QR code of a location.
  kind text not null check (kind in ('email', 'link', 'standing')),
  location_id uuid references business_locations on delete cascade,
  -- Null when it was erased with the account of its owner.
  email citext,
  customer_name text check (length(customer_name) between 1 and 120),
  customer_ref text check (length(customer_ref) between 1 and 100),
  state text check (state ~ '^[A-Z]{2}$'),
  message text check (length(message) between 1 and 1000),
  due_on date,
  -- The newest email that asked, which shows whether it arrived.
  mail_id uuid references mails on delete set null,
  sent_at timestamptz,
  opened_at timestamptz,
  received_at timestamptz,
  declined_at timestamptz,
  closed_at timestamptz,
  received_count integer not null default 0,
  share_id uuid references document_shares on delete set null,
  user_id uuid references users on delete set null,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((kind = 'standing') = (location_id is not null))
);
create index certificate_requests_by_business on certificate_requests (business_id, created_at desc, id desc);
create index certificate_requests_by_email on certificate_requests (email) where email is not null;
create index certificate_requests_by_user on certificate_requests (user_id) where user_id is not null;
create index certificate_requests_by_sending on certificate_requests (business_id, sent_at) where sent_at is not null;
create index certificate_requests_by_share on certificate_requests (share_id) where share_id is not null;
create index certificate_requests_by_mail on certificate_requests (mail_id) where mail_id is not null;
create index certificate_requests_by_creator on certificate_requests (created_by) where created_by is not null;
create index certificate_requests_by_age on certificate_requests (updated_at);
create unique index certificate_requests_standing on certificate_requests (location_id) where closed_at is null;
call exempta_protect('certificate_requests');
revoke all on certificate_requests from exempta_app;
grant select, insert, update on certificate_requests to exempta_app;
create policy certificate_requests_own on certificate_requests to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

-- What one browser prepares for a request. Only the system reads it: there is no one to be logged in as.
create table request_answers (
  id uuid primary key,
  request_id uuid not null references certificate_requests on delete cascade,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- The guest that owns the document, or the account that took it over.
  user_id uuid not null references users on delete cascade,
  document_id uuid references documents on delete set null,
  -- Where the code was sent, and the only code that is valid now.
  email citext,
  code_hash bytea check (length(code_hash) = 32),
  code_attempts integer not null default 0,
  code_sent_at timestamptz,
  code_expires_at timestamptz,
  confirmed_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null
);
create index request_answers_by_request on request_answers (request_id) where sent_at is null;
create index request_answers_by_user on request_answers (user_id);
create index request_answers_by_document on request_answers (document_id) where document_id is not null;
create index request_answers_unsent on request_answers (created_at) where sent_at is null;
call exempta_protect('request_answers');
revoke all on request_answers from exempta_app;

-- Who told a business not to ask again. Only a hash of the address is kept, so that it holds after everything else
-- about the person is erased.
create table request_refusals (
  business_id uuid not null references businesses on delete cascade,
  address_hash bytea not null check (length(address_hash) = 32),
  kind text not null check (kind in ('not-exempt', 'no-email')),
  at timestamptz not null,
  primary key (business_id, address_hash, kind)
);
call exempta_protect('request_refusals');
revoke all on request_refusals from exempta_app;
grant select on request_refusals to exempta_app;
create policy request_refusals_own on request_refusals for select to exempta_app
  using (business_id = (select exempta_business_id()));

-- The links of a business are signed with a secret of its own.
create trigger forget_sealed_secrets
  after delete on businesses for each row execute function forget_sealed_secrets();
