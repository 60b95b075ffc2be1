-- A business can let Exempta verify certificates that are beyond doubt. Off until a manager turns it on.
alter table businesses add auto_verifies boolean not null default false;

alter table document_shares add reviewed_by_rules boolean not null default false
  check (not reviewed_by_rules or status = 'verified');
create index document_shares_by_rules on document_shares (business_id, shared_at desc, id desc)
  where reviewed_by_rules and status <> 'revoked';

-- Whoever ends a review this way or another does not have to know of it.
create function forget_review_by_rules() returns trigger language plpgsql as $$
begin
  new.reviewed_by_rules := false;
  return new;
end $$;
create trigger forget_review_by_rules
  before update of status on document_shares
  for each row when (new.reviewed_by_rules and new.status <> 'verified') execute function forget_review_by_rules();

grant create on schema public to exempta_system;
set local role exempta_system;
-- Like find_received, which the previous release calls, with what the list is sorted and filtered by.
create function find_received_shares(part text, word text, has_trigram boolean, most integer)
  returns table (id uuid, status text, shared_at timestamptz, form text, expires_on date)
  language plpgsql stable security definer
  set search_path = pg_catalog, public
  set plan_cache_mode = force_custom_plan
  set enable_seqscan = off
  set enable_indexscan = off
  as $$
begin
  if has_trigram then
    return query select s.id, s.status, s.shared_at, s.form, s.expires_on from received_search s
      where s.search_text ilike '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
        and strpos(lower(s.search_text), lower(part)) > 0
      limit most;
  else
    return query select s.id, s.status, s.shared_at, s.form, s.expires_on from received_search s
      where pairs_of(s.search_text) @> pairs_of(word) and strpos(lower(s.search_text), lower(part)) > 0
      limit most;
  end if;
end $$;
revoke execute on function find_received_shares(text, text, boolean, integer) from public;
grant execute on function find_received_shares(text, text, boolean, integer) to exempta_app;

create or replace view received_documents as
  select s.id, s.document_id, s.owner_id, s.business_id, s.status, s.message, s.shared_at, s.reviewed_at,
    s.reject_reason, s.can_download, d.name as document_name, d.type as document_type,
    d.version as document_version, d.page_count, v.size_bytes, u.name as user_name, u.email::text as user_email,
    coalesce(r.name, k.name || ' (API key)') as reviewer_name, s.replaced_name, s.replaced_rejected_at,
    s.assigned_to, a.name as assignee_name, s.form, s.expires_on, (
      select e.purchaser from exemptions e
      where e.document_id = s.document_id and e.version = d.version) as purchaser, (
      select e.confirmed_at from exemptions e
      where e.document_id = s.document_id and e.version = d.version) as confirmed_at, (
      select jsonb_agg(jsonb_build_object('state', x.state, 'number', x.number) order by x.state)
      from exemption_states x join exemptions e on e.document_id = x.document_id
      where x.document_id = s.document_id and e.version = d.version) as states, s.reviewed_by_rules
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
