-- Coverage: what answers are based on, and what keeps the index of answers up to date.

set local role exempta_system;

-- A number that was looked up and found active counts as verified from that day on. A look-up in the IRS file says
-- nothing about a state's registration, and one that couldn't be told changes nothing.
create or replace view coverage_facts as
  select s.id as share_id, s.business_id, s.owner_id, s.document_id, s.status, s.revoked_at, s.shared_at,
    b.name as business_name, u.name as owner_name,
    case when u.status = 'guest' and u.email_verified_at is null then '' else u.email::text end as owner_email,
    e.form, e.reason, e.purchaser, e.seller, e.is_blanket, e.has_signature, e.signed_on, e.expires_on,
    (select coalesce(jsonb_agg(jsonb_build_object('state', x.state, 'number', x.number,
        'issuedBy', x.issued_by, 'verifiedOn', (
        select case when v.result = 'active' then v.checked_on end
        from verifications v join verification_details n on n.verification_id = v.id
        where v.share_id = s.id and v.state = x.state and n.number = x.number
          and v.kind <> 'irs-file' and v.result <> 'unclear'
        order by v.at desc, v.id desc limit 1)) order by x.state), '[]')
      from exemption_states x where x.document_id = e.document_id) as states,
    d.type as document_type, b.trade_names, s.reviewed_at, s.seen_in_review,
    (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'state', a.state, 'questions', a.questions,
        'certificate', a.certificate, 'on', a.accepted_on, 'until', a.until_on)), '[]')
      from coverage_acceptances a where a.share_id = s.id and a.ended_at is null) as accepted,
    e.government, e.government_state, e.organization, e.confirmed_at,
    exists (select from document_readings r
      where r.document_id = e.document_id and r.version = d.version and r.has_hidden_license) as has_hidden_license
  from document_shares s
    join documents d on d.id = s.document_id and not d.needs_check
    join exemptions e on e.document_id = s.document_id
    join businesses b on b.id = s.business_id
    join users u on u.id = s.owner_id
  where s.business_id = (select exempta_business_id())
    or s.owner_id = (select exempta_actor_id())
    or (select exempta_actor_role()) = 'system';
grant select on coverage_facts to exempta_app;

-- What the owner of a certificate may know about the sales that relied on it.
create or replace view relied_on_certificates as
  select k.id, c.owner_id, k.state, k.on_date, k.verdict, k.at, b.name as business_name
  from coverage_check_subjects c
    join coverage_checks k on k.id = c.check_id
    join businesses b on b.id = k.business_id
  where c.owner_id = (select exempta_actor_id());
grant select on relied_on_certificates to exempta_app;

-- A customer whose last certificate is gone is gone, too, whoever deleted it.
create or replace function forget_customers_without_certificates() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  delete from coverage_customers c
    where c.id in (select o.customer_id from gone o)
      and not exists (select from coverage_index i where i.customer_id = c.id);
  return null;
end $$;

-- Names decide whether a certificate is made out to the business, and customers are found by theirs. The job that
-- follows the clock takes what is marked here.
create or replace function mark_coverage_of_renamed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if tg_table_name = 'businesses' then
    update coverage_index set judge_again_at = '-infinity' where business_id = new.id;
  else
    update coverage_index set judge_again_at = '-infinity' where owner_id = new.id;
  end if;
  return null;
end $$;

-- Like record_webhook_events, for shares whose answer in some states has changed: one event for each share and state.
create or replace function record_coverage_events(changes jsonb, happened_at timestamptz)
  returns setof uuid
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  return query
    with wanted as (
      select s.id as share_id, s.business_id, s.document_id, s.status, d.version, c.state, c.verdict,
        gen_random_uuid() as event_id, w.webhooks
      from jsonb_to_recordset(changes) as c ("shareId" uuid, state text, verdict text)
        join document_shares s on s.id = c."shareId"
        join documents d on d.id = s.document_id
        join api_access a on a.business_id = s.business_id and a.state = 'approved'
        join lateral (
          select array_agg(h.id) as webhooks from webhooks h
          where h.business_id = s.business_id and h.is_active and 'coverage.changed' = any(h.events)
        ) w on w.webhooks is not null
    ), made as (
      insert into webhook_events (id, business_id, type, share_id, document_id, data, created_at)
      select event_id, business_id, 'coverage.changed', share_id, document_id,
        jsonb_build_object('id', share_id, 'documentId', document_id, 'version', version, 'status', status,
          'state', state, 'verdict', verdict),
        happened_at
      from wanted
      returning webhook_events.id
    ), queued as (
      insert into webhook_deliveries (webhook_id, event_id, business_id, share_id, type, next_try_at, created_at)
      select h.id, x.event_id, x.business_id, x.share_id, 'coverage.changed', happened_at, happened_at
      from wanted x join made m on m.id = x.event_id, unnest(x.webhooks) h (id)
      returning webhook_deliveries.webhook_id
    )
    select distinct q.webhook_id from queued q order by 1;
end $$;
revoke execute on function record_coverage_events(jsonb, timestamptz) from public;
grant execute on function record_coverage_events(jsonb, timestamptz) to exempta_app;

set local role none;

create or replace trigger forget_customers_without_certificates
  after delete on coverage_index referencing old table as gone
  for each statement execute function forget_customers_without_certificates();

create or replace trigger mark_coverage_of_renamed
  after update of name, trade_names on businesses
  for each row when (old.name <> new.name or old.trade_names <> new.trade_names) execute function mark_coverage_of_renamed();
create or replace trigger mark_coverage_of_renamed
  after update of name, email on users
  for each row when (old.name <> new.name or old.email <> new.email) execute function mark_coverage_of_renamed();
