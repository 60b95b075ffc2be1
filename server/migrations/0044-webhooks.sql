-- Webhooks: where a business wants to be told, what happened, and what was sent of it.

-- Their secrets are sealed like those of people. A secret goes with whoever owns it, a person or a webhook.
alter table sealed_secrets drop constraint sealed_secrets_owner_id_fkey;
create function forget_sealed_secrets() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  delete from sealed_secrets where owner_id = old.id;
  return null;
end $$;

create table webhooks (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  url text not null check (length(url) between 1 and 500),
  description text not null check (length(description) <= 200),
  events text[] not null check (
    cardinality(events) > 0 and events <@ array[
      'document.received', 'document.verified', 'document.rejected', 'document.updated', 'document.revoked']),
  is_active boolean not null default true,
  -- Since when no try has worked, and when the product turned it off for that.
  failing_since timestamptz,
  disabled_at timestamptz,
  old_secret_until timestamptz,
  -- One worker at a time sends to a receiver.
  leased_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_by_business on webhooks (business_id, created_at, id);
create index webhooks_by_old_secret on webhooks (old_secret_until) where old_secret_until is not null;
call exempta_protect('webhooks');
revoke all on webhooks from exempta_app;
grant select on webhooks to exempta_app;
create policy webhooks_of_own_business on webhooks for select to exempta_app
  using (business_id = (select exempta_business_id()));

create trigger forget_sealed_secrets
  after delete on users for each row execute function forget_sealed_secrets();
create trigger forget_sealed_secrets
  after delete on webhooks for each row execute function forget_sealed_secrets();

-- Events hold ids and states; they outlive the document, so that its end can be told.
create table webhook_events (
  id uuid primary key default gen_random_uuid(),
  business_id uuid not null references businesses on delete cascade,
  type text not null,
  share_id uuid not null,
  document_id uuid not null,
  data jsonb not null,
  created_at timestamptz not null
);
create index webhook_events_by_business on webhook_events (business_id);
create index webhook_events_by_share on webhook_events (share_id);
create index webhook_events_by_age on webhook_events (created_at);
call exempta_protect('webhook_events');
revoke all on webhook_events from exempta_app;
grant select on webhook_events to exempta_app;
create policy webhook_events_of_own_business on webhook_events for select to exempta_app
  using (business_id = (select exempta_business_id()));

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  -- The order of what is sent about one document.
  seq bigint generated always as identity,
  webhook_id uuid not null references webhooks on delete cascade,
  event_id uuid not null references webhook_events on delete cascade,
  business_id uuid not null,
  share_id uuid not null,
  type text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'dead')),
  is_redelivery boolean not null default false,
  attempts integer not null default 0,
  first_tried_at timestamptz,
  next_try_at timestamptz not null,
  delivered_at timestamptz,
  last_status_code integer,
  last_failure text,
  created_at timestamptz not null
);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, seq desc);
create index webhook_deliveries_by_status on webhook_deliveries (webhook_id, status, seq desc);
create index webhook_deliveries_by_share on webhook_deliveries (webhook_id, share_id, seq);
create index webhook_deliveries_by_event on webhook_deliveries (event_id);
create index webhook_deliveries_due on webhook_deliveries (next_try_at, webhook_id) where status = 'pending';
call exempta_protect('webhook_deliveries');
revoke all on webhook_deliveries from exempta_app;
grant select on webhook_deliveries to exempta_app;
create policy webhook_deliveries_of_own_business on webhook_deliveries for select to exempta_app
  using (business_id = (select exempta_business_id()));

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  number integer not null,
  at timestamptz not null,
  status_code integer,
  failure text,
  duration_ms integer not null,
  answer text check (length(answer) <= 1024),
  primary key (delivery_id, number)
);
call exempta_protect('webhook_attempts');
revoke all on webhook_attempts from exempta_app;
grant select on webhook_attempts to exempta_app;
create policy webhook_attempts_of_own_business on webhook_attempts for select to exempta_app
  using (exists (select from webhook_deliveries d where d.id = delivery_id));

-- Writes what happened to shares, in the transaction in which it does, for every webhook that wants it, and answers
-- which those are. Whoever acts need not see the webhooks of a business: it runs as the system. What was
-- taken back is not told any more: the reasons of earlier rejects go with it.
create function record_webhook_events(wanted_type text, wanted_shares uuid[], happened_at timestamptz)
  returns setof uuid
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if wanted_type = 'document.revoked' then
    update webhook_events set data = data - 'reason' where share_id = any(wanted_shares) and data ? 'reason';
  end if;
  return query
    with wanted as (
      select s.id as share_id, w.id as webhook_id
      from document_shares s
        join webhooks w on w.business_id = s.business_id and w.is_active and wanted_type = any(w.events)
        join api_access a on a.business_id = s.business_id and a.state = 'approved'
      where s.id = any(wanted_shares)
    ), made as (
      insert into webhook_events (business_id, type, share_id, document_id, data, created_at)
      select s.business_id, wanted_type, s.id, s.document_id,
        jsonb_strip_nulls(jsonb_build_object(
          'id', s.id, 'documentId', s.document_id, 'version', d.version,
          'status', case wanted_type when 'document.revoked' then 'revoked' else s.status end,
          'reason', case wanted_type when 'document.rejected' then s.reject_reason end)),
        happened_at
      from document_shares s join documents d on d.id = s.document_id
      where s.id in (select w.share_id from wanted w)
      returning webhook_events.id, webhook_events.business_id, webhook_events.share_id
    ), queued as (
      insert into webhook_deliveries (webhook_id, event_id, business_id, share_id, type, next_try_at, created_at)
      select w.webhook_id, m.id, m.business_id, m.share_id, wanted_type, happened_at, happened_at
      from made m join wanted w on w.share_id = m.share_id
      returning webhook_deliveries.webhook_id
    )
    select distinct q.webhook_id from queued q order by 1;
end $$;

grant create on schema public to exempta_system;
alter function forget_sealed_secrets() owner to exempta_system;
alter function record_webhook_events(text, uuid[], timestamptz) owner to exempta_system;
revoke create on schema public from exempta_system;
-- The new owner makes the grants: a change of owner takes the old owner's rights along.
set local role exempta_system;
revoke execute on function record_webhook_events(text, uuid[], timestamptz) from public;
grant execute on function record_webhook_events(text, uuid[], timestamptz) to exempta_app;
set local role none;
