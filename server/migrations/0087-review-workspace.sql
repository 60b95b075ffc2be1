-- The review workspace: which team member looks after a document, and a business's own reasons for rejecting one.

alter table business_users add constraint business_users_of_business unique (business_id, user_id);

-- Only a member of the receiving business can be assigned, and whoever leaves the business is no longer assigned.
alter table document_shares
  add assigned_to uuid,
  add constraint document_shares_assignee foreign key (business_id, assigned_to)
    references business_users (business_id, user_id) on delete set null (assigned_to);
create index document_shares_by_assignee on document_shares (business_id, assigned_to, shared_at desc, id desc)
  where assigned_to is not null;

-- Null until a manager edits the list: the product's own reasons are offered.
alter table businesses add reject_reasons text[] check (cardinality(reject_reasons) <= 20);

grant create on schema public to exempta_system;
set local role exempta_system;
create or replace view received_documents as
  select s.id, s.document_id, s.owner_id, s.business_id, s.status, s.message, s.shared_at, s.reviewed_at,
    s.reject_reason, s.can_download, d.name as document_name, d.type as document_type,
    d.version as document_version, d.page_count, v.size_bytes, u.name as user_name, u.email::text as user_email,
    coalesce(r.name, k.name || ' (API key)') as reviewer_name, s.replaced_name, s.replaced_rejected_at,
    s.assigned_to, a.name as assignee_name
  from document_shares s
    join documents d on d.id = s.document_id
    join document_versions v on v.document_id = d.id and v.version = d.version
    join users u on u.id = s.owner_id
    left join users r on r.id = s.reviewed_by
    left join api_keys k on k.id = s.reviewed_by_key and s.reviewed_at is not null
    left join users a on a.id = s.assigned_to
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked' and not d.needs_check;
set local role none;
revoke create on schema public from exempta_system;
