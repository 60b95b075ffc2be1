-- Corrected versions: an uploaded document that replaces a rejected one under the same share.

alter table documents
  -- The document that it was uploaded to replace.
  add replaces_id uuid references documents on delete set null,
  -- A corrected document continues the version numbers of the one it replaces. A review names the version that the
  -- reviewer saw, so a review of the old file can never count for the new one.
  add first_version integer not null default 1 check (first_version > 0);
create index documents_by_replaced on documents (replaces_id) where replaces_id is not null;

alter table document_shares
  -- What the last corrected version replaced. It stays when the owner deletes that document.
  add replaced_name text check (length(replaced_name) between 1 and 200),
  add replaced_at timestamptz,
  -- When that document was rejected; null when this recipient had not rejected it.
  add replaced_rejected_at timestamptz,
  -- Views and downloads are counted separately.
  add download_count integer not null default 0,
  add check ((replaced_name is null) = (replaced_at is null));

alter table share_events
  drop constraint share_events_act_check,
  -- The name of the document that was replaced.
  add document_name text check (length(document_name) between 1 and 200);
alter table share_events add constraint share_events_act_check check (act in (
  'shared', 'reopened', 'viewed', 'downloaded', 'verified', 'rejected', 'review-reopened', 'returned', 'corrected',
  'revoked', 'expired'));

-- As the system role, since row-level security holds for the owner of the tables, too.
set local role exempta_system;
update document_shares s set
  view_count = (select count(*) from share_events e where e.share_id = s.id and e.act = 'viewed'),
  download_count = (select count(*) from share_events e where e.share_id = s.id and e.act = 'downloaded')
where s.view_count > 0;
set local role none;

-- Shares that wait for a corrected document to be ready. The primary key allows one correction of a share at a time.
create table share_corrections (
  share_id uuid primary key references document_shares on delete cascade,
  document_id uuid not null references documents on delete cascade,
  owner_id uuid not null references users on delete cascade,
  requested_at timestamptz not null
);
create index share_corrections_by_document on share_corrections (document_id);
create index share_corrections_by_owner on share_corrections (owner_id);
call exempta_protect('share_corrections');
revoke all on share_corrections from exempta_app;
grant select, insert, update, delete on share_corrections to exempta_app;
create policy share_corrections_own on share_corrections to exempta_app
  using (owner_id = (select exempta_actor_id()))
  with check (
    owner_id = (select exempta_actor_id())
    and exists (select from document_shares s where s.id = share_id and s.owner_id = (select exempta_actor_id()))
    and exists (select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())));

-- Somebody who has opened the replaced document has not opened the new one.
create function forget_openings_of_share() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  delete from mail_share_openings where share_id = new.id;
  return null;
end $$;
revoke execute on function forget_openings_of_share() from public;
grant create on schema public to exempta_system;
alter function forget_openings_of_share() owner to exempta_system;
create trigger forget_openings_of_share
  after update of document_id on document_shares
  for each row when (old.document_id <> new.document_id) execute function forget_openings_of_share();

set local role exempta_system;
create or replace view received_documents as
  select s.id, s.document_id, s.owner_id, s.business_id, s.status, s.message, s.shared_at, s.reviewed_at,
    s.reject_reason, s.can_download, d.name as document_name, d.type as document_type,
    d.version as document_version, d.page_count, v.size_bytes, u.name as user_name, u.email::text as user_email,
    coalesce(r.name, k.name || ' (API key)') as reviewer_name, s.replaced_name, s.replaced_rejected_at
  from document_shares s
    join documents d on d.id = s.document_id
    join document_versions v on v.document_id = d.id and v.version = d.version
    join users u on u.id = s.owner_id
    left join users r on r.id = s.reviewed_by
    left join api_keys k on k.id = s.reviewed_by_key and s.reviewed_at is not null
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked' and not d.needs_check;
set local role none;
revoke create on schema public from exempta_system;
