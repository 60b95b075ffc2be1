-- What reports read, as the role exempta_reports. Each column is looked up on its own, so a report that does not show it
-- does not pay for it.

set local role exempta_system;

create or replace view report_document_shares as
  select s.id, s.document_id, s.business_id, s.shared_at, s.created_at, s.updated_at,
    s.status as review_outcome,
    case when s.reviewed_at is not null then coalesce(
      (select u.name from users u where u.id = s.reviewed_by),
      (select k.name || ' (API key)' from api_keys k where k.id = s.reviewed_by_key)) end as reviewer,
    s.reviewed_at,
    round((extract(epoch from s.reviewed_at - s.shared_at) / 3600)::numeric, 1)::float8 as hours_to_review
  from document_shares s where (select exempta_actor_role()) = 'admin';
grant select on report_document_shares to exempta_reports;

-- Of a document that was shared with several businesses, the latest decision counts.
create or replace view report_documents as
  select d.id, d.name, d.type, d.status, d.created_at as date_uploaded, d.processed_at as date_processed,
    d.owner_id as user_id, d.created_at, d.updated_at,
    (select s.review_outcome from report_document_shares s
      where s.document_id = d.id and s.business_id is not null and s.review_outcome <> 'revoked'
      order by s.reviewed_at desc nulls last, s.shared_at desc, s.id limit 1) as review_outcome,
    (select s.reviewer from report_document_shares s
      where s.document_id = d.id and s.business_id is not null and s.review_outcome <> 'revoked'
      order by s.reviewed_at desc nulls last, s.shared_at desc, s.id limit 1) as reviewer,
    (select s.reviewed_at from report_document_shares s
      where s.document_id = d.id and s.business_id is not null and s.review_outcome <> 'revoked'
      order by s.reviewed_at desc nulls last, s.shared_at desc, s.id limit 1) as reviewed_at,
    (select s.hours_to_review from report_document_shares s
      where s.document_id = d.id and s.business_id is not null and s.review_outcome <> 'revoked'
      order by s.reviewed_at desc nulls last, s.shared_at desc, s.id limit 1) as hours_to_review, d.page_count
  from documents d where (select exempta_actor_role()) = 'admin';
grant select on report_documents to exempta_reports;

create or replace view report_businesses as
  select id, name, email::text as email, status, verified, business_type, tax_id, date_registered,
    documents_received, user_count, created_at, updated_at
  from businesses where (select exempta_actor_role()) = 'admin';
grant select on report_businesses to exempta_reports;

create or replace view report_users as
  select id, name, email::text as email, role, status, created_at, updated_at
  from users where (select exempta_actor_role()) = 'admin'
    and not (status = 'guest' and email_verified_at is null);
grant select on report_users to exempta_reports;

create or replace view report_business_users as
  select m.id, m.business_id, u.name, u.email::text as email, m.role, m.status, m.date_added, m.last_active,
    m.created_at, m.updated_at
  from business_users m left join users u on u.id = m.user_id
  where (select exempta_actor_role()) = 'admin';
grant select on report_business_users to exempta_reports;

set local role none;
