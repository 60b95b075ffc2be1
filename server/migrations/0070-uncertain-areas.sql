-- Areas where a secret was expected and not found. Their owner decides about each before anybody else can see the document.

-- True until the owner has finished the check. It never becomes true again, and what is true cannot be shared.
alter table documents add needs_check boolean not null default false
  check (not needs_check or status = 'processed');
create index documents_to_check on documents (owner_id, created_at desc, id desc) where needs_check;

-- The version that the owner's check makes: with it the document is released.
alter table document_versions add ends_check boolean not null default false;

create table document_uncertain_areas (
  document_id uuid not null,
  version integer not null,
  page integer not null,
  position integer not null,
  -- The kind of secret that was expected there.
  expected text not null check (expected ~ '^[a-z-]{1,40}$'),
  reason text not null check (reason in ('label-without-value', 'value-not-read', 'paper-without-secret')),
  -- Four corners as shares of the page's width and height.
  quad jsonb not null,
  resolution text check (resolution in ('hidden', 'fine')),
  resolved_at timestamptz,
  primary key (document_id, version, position),
  foreign key (document_id, version, page) references document_pages on delete cascade,
  check ((resolution is null) = (resolved_at is null))
);
call exempta_protect('document_uncertain_areas');
revoke all on document_uncertain_areas from exempta_app;
grant select, update (resolution, resolved_at) on document_uncertain_areas to exempta_app;
-- The owner's alone: recipients of a share do not see them, even after the check.
create policy document_uncertain_areas_own on document_uncertain_areas to exempta_app
  using (exists (
    select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())));

-- What is not checked is seen by nobody else, even if there were a share of it.
alter policy documents_received on documents using (
  not needs_check
  and (select exempta_business_id()) is not null
  and exists (
    select from document_shares s
    where s.document_id = documents.id and s.business_id = (select exempta_business_id())
      and s.status <> 'revoked'));

grant create on schema public to exempta_system;
set local role exempta_system;
create or replace view received_documents as
  select s.id, s.document_id, s.owner_id, s.business_id, s.status, s.message, s.shared_at, s.reviewed_at,
    s.reject_reason, s.can_download, d.name as document_name, d.type as document_type,
    d.version as document_version, d.page_count, v.size_bytes, u.name as user_name, u.email::text as user_email,
    coalesce(r.name, k.name || ' (API key)') as reviewer_name
  from document_shares s
    join documents d on d.id = s.document_id
    join document_versions v on v.document_id = d.id and v.version = d.version
    join users u on u.id = s.owner_id
    left join users r on r.id = s.reviewed_by
    left join api_keys k on k.id = s.reviewed_by_key and s.reviewed_at is not null
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked' and not d.needs_check;
set local role none;
revoke create on schema public from exempta_system;
