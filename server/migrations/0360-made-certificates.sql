-- Certificates that are made and signed behind the link of a request (0360). A draft belongs to the browser's answer and
-- goes with it; what was signed is kept with the document.
create table certificate_drafts (
  answer_id uuid primary key references request_answers on delete cascade,
  draft jsonb not null,
  -- Null for a statement of our own.
  blank_file_id uuid,
  saved_at timestamptz not null
);
call exempta_protect('certificate_drafts');
revoke all on certificate_drafts from exempta_app;

create table signed_certificates (
  document_id uuid primary key references documents on delete cascade,
  owner_id uuid not null references users on delete cascade,
  -- A later version of the document is no longer what was signed.
  version integer not null,
  request_id uuid references certificate_requests on delete set null,
  form text,
  rule_id text,
  -- What the signer typed, to start the next one from.
  draft jsonb not null,
  -- What the signer was shown, line by line.
  shown jsonb not null,
  signer text not null check (length(signer) between 1 and 200),
  title text not null check (length(title) between 1 and 200),
  email citext not null check (length(email) <= 254),
  signature text not null check (signature in ('drawn', 'typed')),
  consent text not null,
  signed_at timestamptz not null,
  ip text check (length(ip) <= 64),
  browser text check (length(browser) <= 300),
  form_hash bytea not null check (length(form_hash) = 32),
  file_hash bytea not null check (length(file_hash) = 32),
  key_id uuid not null
);
create index signed_certificates_by_owner on signed_certificates (owner_id, document_id);
create index signed_certificates_by_request on signed_certificates (request_id) where request_id is not null;
call exempta_protect('signed_certificates');
revoke insert, update, delete on signed_certificates from exempta_app;
create policy signed_certificates_own on signed_certificates for select to exempta_app
  using (owner_id = (select exempta_actor_id()));
create policy signed_certificates_received on signed_certificates for select to exempta_app
  using ((select exempta_business_id()) is not null and exists (select from documents d where d.id = document_id));
