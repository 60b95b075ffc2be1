-- Live events.

set local role exempta_system;

-- The update locks the stream's row until the transaction ends, so sequence numbers follow commit order and
-- have no gaps. NOTIFY takes 8000 bytes: a larger payload is left out and read from the table.
create or replace function live_publish(to_stream text, event_name text, event_payload text) returns bigint
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  next_seq bigint;
begin
  insert into live_streams as s (stream, last_seq) values (to_stream, 1)
    on conflict (stream) do update set last_seq = s.last_seq + 1
    returning last_seq into next_seq;
  insert into live_events (stream, seq, name, payload)
    values (to_stream, next_seq, event_name, event_payload::json);
  perform pg_notify('exempta_live', concat_ws(' ', 'event', to_stream, next_seq, event_name,
    case when octet_length(event_payload) <= 7000 then event_payload end));
  return next_seq;
end $$;
revoke execute on function live_publish(text, text, text) from public;
grant execute on function live_publish(text, text, text) to exempta_app, exempta_system;

set local role none;
