-- The library of blank forms. They are published by states and are nobody's personal data.
create table blank_forms (
  code text primary key check (code ~ '^[a-z0-9]+(-[a-z0-9.]+)*$'),
  -- Names its files in the store: the blank itself and a picture of each page.
  file_id uuid not null unique,
  size_bytes integer not null check (size_bytes > 0),
  -- Of the picture of each page, in pixels.
  pages jsonb not null,
  -- Where the form's fields lie on this blank.
  zones jsonb not null,
  -- Fields that were filled in for a test and could not be read back.
  unread text[] not null default '{}',
  uploaded_by uuid references users on delete set null,
  uploaded_at timestamptz not null
);
create index blank_forms_by_uploader on blank_forms (uploaded_by);
call exempta_protect('blank_forms');
revoke all on blank_forms from exempta_app;
grant select on blank_forms to exempta_app;
create policy blank_forms_read on blank_forms for select to exempta_app using (true);

-- Certificates that were filled in here, for which seller, and how their owner signed.
create table filled_certificates (
  document_id uuid primary key references documents on delete cascade,
  owner_id uuid not null references users on delete cascade,
  -- Certificates that were signed together.
  batch_id uuid not null,
  business_id uuid not null references businesses on delete cascade,
  -- The certificate that its values came from.
  source_id uuid references documents on delete set null,
  form text not null,
  signature text not null check (signature in ('drawn', 'typed')),
  signed_at timestamptz not null
);
create index filled_certificates_by_owner on filled_certificates (owner_id, document_id);
create index filled_certificates_by_batch on filled_certificates (batch_id);
create index filled_certificates_by_business on filled_certificates (business_id);
create index filled_certificates_by_source on filled_certificates (source_id);
call exempta_protect('filled_certificates');
revoke all on filled_certificates from exempta_app;
grant select, insert on filled_certificates to exempta_app;
create policy filled_certificates_own on filled_certificates to exempta_app
  using (owner_id = (select exempta_actor_id()))
  with check (
    owner_id = (select exempta_actor_id())
    and exists (select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())));
