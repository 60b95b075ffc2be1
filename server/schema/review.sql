-- What a business received.

set local role exempta_system;

-- What a business received and can open, with the names that belong to it. Owned by the system, so the condition
-- is the wall: no policy is asked for each row, and a search reads a large inbox in one go. What was confirmed is read for
-- each row of a page: as one more join it would be the ninth table, and the database, which plans at most eight together,
-- would read everything before it takes the page.
create or replace view received_documents as
  select s.id, s.document_id, s.owner_id, s.business_id, s.status, s.message, s.shared_at, s.reviewed_at,
    s.reject_reason, s.can_download, d.name as document_name, d.type as document_type,
    d.version as document_version, d.page_count, v.size_bytes, u.name as user_name,
    -- Nobody can write to the account that owns what the business added by itself.
    case when u.status = 'guest' and u.email_verified_at is null then '' else u.email::text end as user_email,
    coalesce(r.name, k.name || ' (API key)') as reviewer_name, s.replaced_name, s.replaced_rejected_at,
    s.assigned_to, a.name as assignee_name, s.form, s.expires_on, (
      select e.purchaser from exemptions e
      where e.document_id = s.document_id and e.version = d.version) as purchaser, (
      select e.confirmed_at from exemptions e
      where e.document_id = s.document_id and e.version = d.version) as confirmed_at, (
      select jsonb_agg(jsonb_build_object(
        'state', x.state, 'number', x.number, 'issuedBy', x.issued_by) order by x.state)
      from exemption_states x join exemptions e on e.document_id = x.document_id
      where x.document_id = s.document_id and e.version = d.version) as states, s.reviewed_by_rules,
    d.card_program, d.card_line, d.card_billing, s.first_viewed_at,
    d.is_card, (
      select jsonb_build_object(
        'seller', e.seller, 'reason', e.reason, 'isBlanket', e.is_blanket, 'hasSignature', e.has_signature,
        'signedOn', e.signed_on, 'government', e.government, 'governmentState', e.government_state,
        'organization', e.organization)
      from exemptions e
      where e.document_id = s.document_id and e.version = d.version) as stated, (
      select jsonb_build_object('id', c.id, 'name', c.name, 'matchedBy', v.matched_by)
      from coverage_index i join coverage_customers v on v.id = i.customer_id join customers c on c.id = v.record_id
      where i.share_id = s.id limit 1) as customer
  from document_shares s
    join documents d on d.id = s.document_id
    join document_versions v on v.document_id = d.id and v.version = d.version
    join users u on u.id = s.owner_id
    left join users r on r.id = s.reviewed_by
    left join api_keys k on k.id = s.reviewed_by_key and s.reviewed_at is not null
    left join users a on a.id = s.assigned_to
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked' and not d.needs_check;
grant select on received_documents to exempta_app;

-- What a business received and can open, with the names of the document and of its owner. The joins are of at
-- most one row each, so a query that counts shares reads nothing but the index.
create or replace view received_shares as
  select s.id, s.business_id, s.document_id, s.status, s.shared_at, s.reviewed_at, s.reviewed_by, s.reject_reason,
    d.name as document_name, d.type as document_type, u.name as owner_name,
    k.name || ' (API key)' as reviewing_key, s.form, s.expires_on, (
      select string_agg(x.state, ', ' order by x.state)
      from exemption_states x where x.document_id = s.document_id) as states, (
      select string_agg(x.number, ', ' order by x.state)
      from exemption_states x where x.document_id = s.document_id) as numbers,
    s.reviewed_by_key
  from document_shares s
    left join documents d on d.id = s.document_id
    left join users u on u.id = s.owner_id
    left join api_keys k on k.id = s.reviewed_by_key
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked';
grant select on received_shares to exempta_app;

-- The condition of the view is the wall. A pattern may look into rows only where no policy is asked for each.
create or replace view received_search as
  select s.id, s.business_id, s.status, s.shared_at, s.search_text, s.form, s.expires_on
  from document_shares s
  where s.business_id = (select exempta_business_id()) and s.status <> 'revoked';
grant select on received_search to exempta_app;

-- Finds what a business received by a part of its text, with what the list is sorted and filtered by. The planner can't
-- know how rare a word is, so the indexes of trigrams and pairs are always asked.
create or replace function find_received_shares(part text, word text, has_trigram boolean, most integer)
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

-- Lists sort by the number of documents received, so it is kept with the business. Once per statement, and in
-- the order of the ids, so that sharing with the same businesses at the same time never waits in a circle.
create or replace function count_documents_received() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  perform from businesses b
    where b.id in (select business_id from changed where business_id is not null)
    order by b.id for update;
  update businesses b
    set documents_received = documents_received + c.count * case tg_op when 'DELETE' then -1 else 1 end
    from (select business_id, count(*) as count from changed where business_id is not null group by 1) c
    where b.id = c.business_id;
  return null;
end $$;

set local role none;

create or replace trigger count_documents_received_more
  after insert on document_shares referencing new table as changed
  for each statement execute function count_documents_received();
create or replace trigger count_documents_received_less
  after delete on document_shares referencing old table as changed
  for each statement execute function count_documents_received();

-- Whoever ends a review this way or another does not have to know of it.
create or replace function forget_review_by_rules() returns trigger language plpgsql as $$
begin
  new.reviewed_by_rules := false;
  return new;
end $$;

create or replace trigger forget_review_by_rules
  before update of status on document_shares
  for each row when (new.reviewed_by_rules and new.status <> 'verified') execute function forget_review_by_rules();
