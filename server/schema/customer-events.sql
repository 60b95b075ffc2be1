-- Webhook events about customers, for every way in which a record changes: pages, lists, the API, merging and what
-- arrives. The job that wakes webhooks delivers them within a minute.

set local role exempta_system;

create or replace function record_customer_events() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  ids uuid[];
  owners uuid[];
  numbers text[];
  times timestamptz[];
begin
  if tg_op = 'DELETE' then
    select array_agg(o.id), array_agg(o.business_id), array_agg(o.number), array_agg(greatest(o.updated_at, now()))
      into ids, owners, numbers, times from gone o;
  elsif tg_op = 'INSERT' then
    select array_agg(n.id), array_agg(n.business_id), array_agg(n.number), array_agg(n.updated_at)
      into ids, owners, numbers, times from added n;
  else
    select array_agg(n.id), array_agg(n.business_id), array_agg(n.number), array_agg(n.updated_at)
      into ids, owners, numbers, times from added n join gone o on o.id = n.id where n.updated_at <> o.updated_at;
  end if;
  if ids is null then return null; end if;
  with wanted as (
    select c.id, c.business_id, c.number, c.happened_at, w.webhooks, gen_random_uuid() as event_id
    from unnest(ids, owners, numbers, times) as c (id, business_id, number, happened_at)
      -- A business that is being deleted is told nothing.
      join businesses b on b.id = c.business_id
      join api_access a on a.business_id = c.business_id and a.state = 'approved'
      join lateral (
        select array_agg(h.id) as webhooks from webhooks h
        where h.business_id = c.business_id and h.is_active and 'customer.changed' = any(h.events)
      ) w on w.webhooks is not null
  ), made as (
    insert into webhook_events (id, business_id, type, customer_id, data, created_at)
    select event_id, business_id, 'customer.changed', id,
      jsonb_build_object('customerId', id, 'number', number, 'isDeleted', tg_op = 'DELETE'), happened_at
    from wanted
    returning webhook_events.id
  )
  insert into webhook_deliveries (webhook_id, event_id, business_id, customer_id, type, next_try_at, created_at)
  select h.id, x.event_id, x.business_id, x.id, 'customer.changed', happened_at, happened_at
  from wanted x join made m on m.id = x.event_id, unnest(x.webhooks) h (id);
  return null;
end $$;
revoke execute on function record_customer_events() from public;

set local role none;

create or replace trigger record_customer_events_after_insert after insert on customers
  referencing new table as added for each statement execute function record_customer_events();
create or replace trigger record_customer_events_after_update after update on customers
  referencing old table as gone new table as added for each statement execute function record_customer_events();
create or replace trigger record_customer_events_after_delete after delete on customers
  referencing old table as gone for each statement execute function record_customer_events();
