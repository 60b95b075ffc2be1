-- Customers: the answers of a record follow its certificates and addresses, and records follow certificates.

set local role exempta_system;

-- A record with everything that was merged into it: receipts and requests name the record of their day.
create or replace function customer_family(record uuid) returns setof uuid
  language sql stable
begin atomic
  with recursive family (id) as (
    select record
    union
    select c.id from family f join customers c on c.merged_into = f.id
  )
  select id from family;
end;
grant execute on function customer_family(uuid) to exempta_app;

-- What the answers of these records are, calculated from scratch.
create or replace function fresh_customer_answers(ids uuid[])
  returns table (customer_id uuid, state text, business_id uuid, customer_name text, answer text, ends_on date, share_id uuid)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  with judged as (
    select distinct on (v.record_id, i.state) v.record_id, i.state, i.verdict, i.ends_on, i.share_id
    from coverage_customers v join coverage_index i on i.customer_id = v.id
    where v.record_id = any(ids)
    order by v.record_id, i.state,
      array_position(array['covered', 'charge-part', 'check', 'not-covered'], i.verdict), i.ends_on desc nulls first,
      i.share_id
  ), bought as (
    select distinct c.id as record_id, a.one ->> 'state' as state
    from customers c, jsonb_array_elements(c.addresses) as a (one)
    where c.id = any(ids)
  )
  select c.id, s.state, c.business_id, c.name, coalesce(j.verdict, 'none'), j.ends_on, j.share_id
  from (select record_id, state from judged union select record_id, state from bought) s
    join customers c on c.id = s.record_id and c.merged_into is null
    left join judged j on j.record_id = s.record_id and j.state = s.state;
end;
revoke execute on function fresh_customer_answers(uuid[]) from public;
grant execute on function fresh_customer_answers(uuid[]) to exempta_system;

-- Two certificates of one record can change at once: whoever comes second waits here and sees what the first one did.
create or replace function renew_customer_answers(ids uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  perform from customers c where c.id = any(ids) order by c.id for no key update;
  with fresh as materialized (
    select * from fresh_customer_answers(ids)
  ), removed as (
    delete from customer_answers a
      where a.customer_id = any(ids)
        and not exists (select from fresh f where f.customer_id = a.customer_id and f.state = a.state)
  )
  insert into customer_answers as a (customer_id, state, business_id, customer_name, answer, ends_on, share_id)
    select f.customer_id, f.state, f.business_id, f.customer_name, f.answer, f.ends_on, f.share_id
    from fresh f
    on conflict (customer_id, state) do update
      set customer_name = excluded.customer_name, answer = excluded.answer, ends_on = excluded.ends_on,
        share_id = excluded.share_id
      where (a.customer_name, a.answer, a.ends_on, a.share_id)
        is distinct from (excluded.customer_name, excluded.answer, excluded.ends_on, excluded.share_id);
end $$;
revoke execute on function renew_customer_answers(uuid[]) from public;
grant execute on function renew_customer_answers(uuid[]) to exempta_system;

create or replace function renew_answers_of_judged() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct v.record_id) into changed
      from added i join coverage_customers v on v.id = i.customer_id;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct v.record_id) into changed
      from gone i join coverage_customers v on v.id = i.customer_id;
  else
    -- A sale notes its day in the index, which changes no answer.
    select array_agg(distinct v.record_id) into changed
      from added n join gone o on o.share_id = n.share_id and o.state = n.state
        join coverage_customers v on v.id in (n.customer_id, o.customer_id)
      where (o.customer_id, o.verdict, o.ends_on) is distinct from (n.customer_id, n.verdict, n.ends_on);
  end if;
  if changed is not null then perform renew_customer_answers(changed); end if;
  return null;
end $$;

-- What an arriving certificate says gets a record with the same id, so that it has a page at once.
create or replace function make_customer_records() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  insert into customers (id, business_id, name, is_kept, created_at, updated_at)
    select a.id, a.business_id, left(a.name, 200), false, now(), now() from added a where a.record_id is null;
  update coverage_customers v set record_id = v.id from added a where v.id = a.id and a.record_id is null;
  return null;
end $$;

-- A record that made itself goes with its last certificate; what someone at the business wrote down stays.
create or replace function follow_moved_certificates() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  changed uuid[];
begin
  if tg_op = 'DELETE' then
    select array_agg(distinct o.record_id) into changed from gone o where o.record_id is not null;
  else
    select array_agg(distinct r.id) into changed
      from added n join gone o on o.id = n.id, unnest(array[o.record_id, n.record_id]) as r (id)
      where o.record_id is distinct from n.record_id and r.id is not null;
  end if;
  if changed is null then return null; end if;
  delete from customers c
    where c.id = any(changed) and not c.is_kept and c.merged_into is null
      and not exists (select from coverage_customers v where v.record_id = c.id)
      and not exists (select from customers s where s.merged_into = c.id);
  perform renew_customer_answers(changed);
  return null;
end $$;

create or replace function delete_customer_parts() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  delete from customer_terms t using gone o where t.customer_id = o.id;
  delete from customer_answers a using gone o where a.customer_id = o.id;
  delete from customer_tags t using gone o where t.customer_id = o.id;
  return null;
end $$;

create or replace function renew_customer_parts() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  answered uuid[];
  tagged uuid[];
begin
  if tg_op = 'INSERT' then
    -- A new record has no certificates yet, and nobody else sees it.
    insert into customer_answers (customer_id, state, business_id, customer_name, answer)
      select distinct n.id, a.one ->> 'state', n.business_id, n.name, 'none'
      from added n, jsonb_array_elements(n.addresses) as a (one)
      where n.merged_into is null
      on conflict do nothing;
    select array_agg(n.id) filter (where n.tags <> '{}') into tagged from added n;
  else
    select array_agg(n.id) filter (
        where (o.name, o.addresses, o.merged_into) is distinct from (n.name, n.addresses, n.merged_into)),
      array_agg(n.id) filter (where (o.name, o.tags, o.merged_into) is distinct from (n.name, n.tags, n.merged_into))
      into answered, tagged from added n join gone o on o.id = n.id;
    delete from customer_tags t using customers c
      where t.customer_id = any(tagged) and c.id = t.customer_id
        and (c.merged_into is not null or t.customer_name <> c.name or t.tag <> all(c.tags));
  end if;
  insert into customer_tags (business_id, tag, customer_name, customer_id)
    select c.business_id, t.tag, c.name, c.id
    from customers c, unnest(c.tags) as t (tag)
    where c.id = any(tagged) and c.merged_into is null
    on conflict do nothing;
  if answered is not null then perform renew_customer_answers(answered); end if;
  return null;
end $$;

-- The record that a record was merged into, or the record of what certificates say: ids of both are in use.
create or replace function current_customer(known uuid) returns uuid
  language sql stable
begin atomic
  with recursive way (id, target) as (
    select c.id, c.merged_into from customers c
      where c.id = coalesce((select v.record_id from coverage_customers v
        where v.id = known and not exists (select from customers own where own.id = known)), known)
    union
    select c.id, c.merged_into from way w join customers c on c.id = w.target
  )
  select id from way where target is null;
end;
grant execute on function current_customer(uuid) to exempta_app;

-- Records that what certificates say may belong to, each with a reason.
create or replace function customer_candidates(stated uuid) returns table (record_id uuid, reason text)
  language sql stable security definer set search_path = public, pg_temp
begin atomic
  with me as (
    select v.id, v.business_id, v.record_id, v.name, v.owner_id, lower(v.email) as email,
      exists (select from users u where u.id = v.owner_id and u.email_verified_at is not null) as is_confirmed
    from coverage_customers v where v.id = stated
  ), found as (
    select c.id, 'request' as reason
      from me, coverage_index i, certificate_requests r, customers c
      where i.customer_id = me.id and r.share_id = i.share_id and r.business_id = me.business_id
        and c.id = current_customer(r.customer_id)
    union
    select o.record_id, 'number'
      from me, coverage_terms t, coverage_terms n, coverage_customers o
      where t.customer_id = me.id and t.term >= '#' and t.term < '$' and length(t.term) > 5
        and n.business_id = me.business_id and n.term = t.term and o.id = n.customer_id
    union
    select n.customer_id, 'number'
      from me, coverage_terms t, customer_terms n
      where t.customer_id = me.id and t.term >= '#' and t.term < '$' and length(t.term) > 5
        and n.business_id = me.business_id and n.term = t.term
    union
    select current_customer(f.sheet_customer_id), 'sheet'
      from me, coverage_index i, document_shares s, archive_files f
      where i.customer_id = me.id and s.id = i.share_id and f.document_id = s.document_id
        and f.business_id = me.business_id and f.sheet_customer_id is not null
    union
    select n.customer_id, 'email'
      from me, customer_terms n
      where me.is_confirmed and n.business_id = me.business_id and n.term = me.email
    union
    select c.id, 'name'
      from me, customers c
      where c.business_id = me.business_id and lower(c.name) = lower(me.name)
    union
    select n.customer_id, 'name'
      from me, customer_terms n
      where n.business_id = me.business_id and n.term = '=' || lower(me.name)
  )
  select f.id, case
      when f.reason = 'name' and exists (
        select from me, coverage_index i, fresh_customer_answers(array[f.id]) a
        where i.customer_id = me.id and a.state = i.state) then 'name-state'
      else f.reason end
  from found f join customers c on c.id = f.id and c.merged_into is null, me
  where f.id is not null and f.id <> me.record_id;
end;
revoke execute on function customer_candidates(uuid) from public;
grant execute on function customer_candidates(uuid) to exempta_system;

-- Links what certificates say to the record that it surely belongs to, and suggests others. It's sure if it answers a
-- request to a customer; if one record alone has its number and its name; or if one record alone has the confirmed
-- address of the account, and a word of the name is the same, because an accountant sends certificates of several
-- buyers. Nothing that a team member chose or wrote down is changed.
create or replace function match_customers(stated uuid[], now_is timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  me record;
  target uuid;
  how text;
begin
  for me in
    select v.id, v.business_id, v.record_id, v.name, c.is_kept
    from coverage_customers v join customers c on c.id = v.record_id
    where v.id = any(stated) and v.matched_by = 'own'
    order by v.id
  loop
    target := null;
    how := null;
    if not me.is_kept then
      with found as (
        select f.record_id, f.reason,
          exists (select from customers c where c.id = f.record_id and lower(c.name) = lower(me.name))
            or exists (select from customer_terms n
              where n.customer_id = f.record_id and n.term = '=' || lower(me.name)) as is_named,
          exists (select from coverage_terms t join customer_terms n on n.term = t.term and n.customer_id = f.record_id
            where t.customer_id = me.id and t.term ~ '^[[:alpha:]]{4,}$'
              and t.term <> all(array['company', 'corp', 'corporation', 'incorporated', 'limited', 'group',
                'services', 'enterprises', 'holdings'])) as shares_word
        from customer_candidates(me.id) f
      ), sure as (
        select 'request' as reason, f.record_id from found f where f.reason = 'request'
        union all
        select 'number', f.record_id from found f where f.reason = 'number' and f.is_named
        union all
        select 'email', f.record_id from found f
          where f.reason = 'email' and f.shares_word
            and (select count(distinct o.record_id) from found o where o.reason = 'email') = 1
      ), best as (
        select s.reason, min(s.record_id::text)::uuid as record_id
        from sure s group by s.reason having count(distinct s.record_id) = 1
      )
      select b.record_id, b.reason into target, how from best b
        order by array_position(array['request', 'number', 'email'], b.reason) limit 1;
    end if;
    if target is not null then
      delete from customer_suggestions s where s.coverage_customer_id = me.id and s.declined_at is null;
      update coverage_customers v set record_id = target, matched_by = how where v.id = me.id;
      continue;
    end if;
    delete from customer_suggestions s
      where s.coverage_customer_id = me.id and s.declined_at is null
        and not exists (select from customer_candidates(me.id) f where f.record_id = s.customer_id);
    insert into customer_suggestions (id, business_id, coverage_customer_id, customer_id, reasons, suggested_at)
      select gen_random_uuid(), me.business_id, me.id, f.record_id,
        array_agg(distinct f.reason), now_is
      from customer_candidates(me.id) f
      -- Of a pair, one direction is enough, and a team member decides about it once.
      where not exists (
        select from customer_suggestions r join coverage_customers o on o.id = r.coverage_customer_id
        where r.customer_id = me.record_id and o.record_id = f.record_id)
      group by f.record_id order by count(distinct f.reason) desc, f.record_id limit 5
      on conflict (coverage_customer_id, customer_id) do update set reasons = excluded.reasons
        where customer_suggestions.declined_at is null;
  end loop;
end $$;
revoke execute on function match_customers(uuid[], timestamptz) from public;
grant execute on function match_customers(uuid[], timestamptz) to exempta_app, exempta_system;

-- What a business may read of the audit log: what was done to its customers' records, and by whom of its own.
create or replace view customer_activity as
  select e.id, e.at, e.action, e.target_id as customer_id,
    coalesce(u.name, k.name || ' (API key)') as by_name
  from audit_entries e
    left join business_users m on m.user_id = e.actor_id and m.business_id = (select exempta_business_id())
    left join users u on u.id = m.user_id
    left join api_keys k on k.id = e.actor_id and k.business_id = (select exempta_business_id())
  where e.target_kind = 'customer' and e.result = 'done'
    and e.details ->> 'business' = (select exempta_business_id())::text;
grant select on customer_activity to exempta_app;

set local role none;

create or replace trigger renew_answers_after_insert after insert on coverage_index
  referencing new table as added for each statement execute function renew_answers_of_judged();
create or replace trigger renew_answers_after_update after update on coverage_index
  referencing old table as gone new table as added for each statement execute function renew_answers_of_judged();
create or replace trigger renew_answers_after_delete after delete on coverage_index
  referencing old table as gone for each statement execute function renew_answers_of_judged();

create or replace trigger make_customer_records after insert on coverage_customers
  referencing new table as added for each statement execute function make_customer_records();
create or replace trigger follow_moved_certificates after update on coverage_customers
  referencing old table as gone new table as added for each statement execute function follow_moved_certificates();
create or replace trigger follow_deleted_certificates after delete on coverage_customers
  referencing old table as gone for each statement execute function follow_moved_certificates();

create or replace trigger delete_customer_parts after delete on customers
  referencing old table as gone for each statement execute function delete_customer_parts();
create or replace trigger renew_customer_parts_after_insert after insert on customers
  referencing new table as added for each statement execute function renew_customer_parts();
create or replace trigger renew_customer_parts_after_update after update on customers
  referencing old table as gone new table as added for each statement execute function renew_customer_parts();
