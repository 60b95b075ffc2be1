-- What administrators see of people, businesses, documents and shares.

set local role exempta_system;

-- People and businesses as administrators see them. Owned by the system, so the condition is the wall: asked once
-- per statement, where a policy would be asked for each row and keep a search from its index. Accounts on their
-- way out are gone already.
create or replace view administered_users as
  select u.id, u.name, u.email::text as email, u.role, u.status, u.created_at, u.last_login_at, u.version,
    b.id as business_id, b.name as business_name, m.role as member_role,
    u.email_verified_at is not null as is_email_verified,
    exists (select from two_factor t where t.user_id = u.id and t.enabled_at is not null) as has_two_factor
  from users u
    left join business_users m on m.user_id = u.id
    left join businesses b on b.id = m.business_id
  where (select exempta_actor_role()) = 'admin'
    -- A guest has no confirmed address before something is sent. Until then, it is nobody's user: it only owns what was
    -- uploaded, and it is deleted with it.
    and not (u.status = 'guest' and u.email_verified_at is null)
    and not exists (select from account_erasures e where e.user_id = u.id);
grant select on administered_users to exempta_app;

create or replace view administered_businesses as
  select id, name, email::text as email, phone, website, address, tax_id, business_type, status, verified,
    user_count, documents_received, date_registered, profile_version
  from businesses where (select exempta_actor_role()) = 'admin';
grant select on administered_businesses to exempta_app;

create or replace view administered_members as
  select m.id, m.business_id, m.user_id, u.name, u.email::text as email, m.role, m.status,
    u.status as account_status, m.date_added, m.last_active, m.version
  from business_users m join users u on u.id = m.user_id
  where (select exempta_actor_role()) = 'admin'
    and not exists (select from account_erasures e where e.user_id = u.id);
grant select on administered_members to exempta_app;

-- Name and state only: what a document shows is nobody's but its owner's and receivers'.
create or replace view administered_documents as
  -- The name is looked up for the rows of a page only; a join would be made for every row that is counted.
  select d.id, d.name, d.status, d.created_at, d.owner_id, (select u.name from users u where u.id = d.owner_id) as owner_name,
    d.failure, d.has_original, d.updated_at
  from documents d where (select exempta_actor_role()) = 'admin';
grant select on administered_documents to exempta_app;

-- Which document was shared with whom and what was decided; never what the document contains.
create or replace view administered_shares as
  select s.id, s.document_id, d.name as document_name, s.owner_id, u.name as owner_name, s.business_id,
    b.name as business_name, s.email::text as email, s.status, s.shared_at, s.reviewed_at,
    coalesce(r.name, k.name || ' (API key)') as reviewer_name, s.view_count, s.download_count, s.last_viewed_at
  from document_shares s
    join documents d on d.id = s.document_id
    join users u on u.id = s.owner_id
    left join businesses b on b.id = s.business_id
    left join users r on r.id = s.reviewed_by
    left join api_keys k on k.id = s.reviewed_by_key and s.reviewed_at is not null
  where (select exempta_actor_role()) = 'admin';
grant select on administered_shares to exempta_app;

-- Whom documents were shared with by email: found by address, with the index of the links.
create or replace view administered_email_links as
  select l.id, l.email, s.document_id from mail_share_links l left join document_shares s on s.link_id = l.id
  where (select exempta_actor_role()) = 'admin';
grant select on administered_email_links to exempta_app;

-- Where certificates are besides their shares: in copies that are kept for receipts, and in binders.
create or replace view administered_kept_copies as
  select id, share_id from kept_copies where (select exempta_actor_role()) = 'admin';
grant select on administered_kept_copies to exempta_app;

create or replace view administered_binder_certificates as
  select binder_id, share_id from binder_certificates where (select exempta_actor_role()) = 'admin';
grant select on administered_binder_certificates to exempta_app;

set local role none;
