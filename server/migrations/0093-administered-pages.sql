-- What the administrator's pages about a person and about a business show, and the evidence for verifying a business.

grant create on schema public to exempta_system;
set local role exempta_system;
create or replace view administered_documents as
  -- The name is looked up for the rows of a page only; a join would be made for every row that is counted.
  select d.id, d.name, d.status, d.created_at, d.owner_id, (select u.name from users u where u.id = d.owner_id) as owner_name,
    d.failure, d.has_original, d.updated_at
  from documents d where (select exempta_actor_role()) = 'admin';

create or replace view administered_users as
  select u.id, u.name, u.email::text as email, u.role, u.status, u.created_at, u.last_login_at, u.version,
    b.id as business_id, b.name as business_name, m.role as member_role,
    u.email_verified_at is not null as is_email_verified,
    exists (select from two_factor t where t.user_id = u.id and t.enabled_at is not null) as has_two_factor
  from users u
    left join business_users m on m.user_id = u.id
    left join businesses b on b.id = m.business_id
  where (select exempta_actor_role()) = 'admin'
    and not exists (select from account_erasures e where e.user_id = u.id);

-- Which document was shared with whom and what was decided; never what the document contains.
create view administered_shares as
  select s.id, s.document_id, d.name as document_name, s.owner_id, u.name as owner_name, s.business_id,
    b.name as business_name, s.email::text as email, s.status, s.shared_at, s.reviewed_at,
    coalesce(r.name, k.name || ' (API key)') as reviewer_name
  from document_shares s
    join documents d on d.id = s.document_id
    join users u on u.id = s.owner_id
    left join businesses b on b.id = s.business_id
    left join users r on r.id = s.reviewed_by
    left join api_keys k on k.id = s.reviewed_by_key and s.reviewed_at is not null
  where (select exempta_actor_role()) = 'admin';
set local role none;
revoke create on schema public from exempta_system;
revoke all on administered_shares from exempta_app;
grant select on administered_shares to exempta_app;

create index documents_failed_by_time on documents (created_at desc, id desc) where status = 'failed';

-- Notes and files that administrators keep about a business. A file is in the file store, under the id of its row.
create table business_evidence (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  note text not null check (length(note) <= 2000),
  file_name text,
  file_type text check (file_type in ('application/pdf', 'image/jpeg', 'image/png')),
  file_bytes integer check (file_bytes > 0),
  -- Null when the account of the administrator is gone; the evidence stays with the business.
  added_by uuid references users on delete set null,
  added_at timestamptz not null,
  check ((file_name is null) = (file_type is null) and (file_name is null) = (file_bytes is null)),
  check (note <> '' or file_name is not null)
);
create index business_evidence_by_business on business_evidence (business_id, added_at desc, id desc);
create index business_evidence_by_administrator on business_evidence (added_by) where added_by is not null;
call exempta_protect('business_evidence');
revoke all on business_evidence from exempta_app;
grant select on business_evidence to exempta_app;
create policy of_administrators on business_evidence for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');
