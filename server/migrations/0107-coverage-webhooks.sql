-- Webhooks about coverage.

-- Like record_webhook_events, for shares whose answer in some states has changed: one event for each share and state.
create function record_coverage_events(changes jsonb, happened_at timestamptz)
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
grant create on schema public to exempta_system;
alter function record_coverage_events(jsonb, timestamptz) owner to exempta_system;
revoke create on schema public from exempta_system;
set local role exempta_system;
revoke execute on function record_coverage_events(jsonb, timestamptz) from public;
grant execute on function record_coverage_events(jsonb, timestamptz) to exempta_app;
set local role none;
