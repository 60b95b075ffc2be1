-- API keys and webhooks.

set local role exempta_system;

-- Writes what happened to shares, in the transaction in which it does, for every webhook that wants it, and answers
-- which those are. Whoever acts need not see the webhooks of a business: it runs as the system. What was
-- taken back is not told any more: the reasons of earlier rejects go with it.
create or replace function record_webhook_events(wanted_type text, wanted_shares uuid[], happened_at timestamptz)
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
revoke execute on function record_webhook_events(text, uuid[], timestamptz) from public;
grant execute on function record_webhook_events(text, uuid[], timestamptz) to exempta_app;

-- The names of keys in reports, which every member reads. Owned by the system, so the condition is the wall.
create or replace view reviewing_keys as
  select k.id, k.name || ' (API key)' as name from api_keys k where k.business_id = (select exempta_business_id());
grant select on reviewing_keys to exempta_app;

set local role none;
