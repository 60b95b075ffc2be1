-- Live events: one row per stream with its last sequence number, and the events of the last day.
-- Only the system role sees either table; everybody else publishes through live_publish().

create table live_streams (
  stream text primary key,
  last_seq bigint not null
);
call exempta_protect('live_streams');
revoke all on live_streams from exempta_app;

create table live_events (
  stream text not null,
  seq bigint not null,
  name text not null,
  -- json keeps the text as it was sent; nothing ever looks inside.
  payload json not null,
  created_at timestamptz not null default now(),
  primary key (stream, seq)
);
create index live_events_by_age on live_events (created_at);
call exempta_protect('live_events');
revoke all on live_events from exempta_app;

-- The update locks the stream's row until the transaction ends, so sequence numbers follow commit order and
-- have no gaps. NOTIFY takes 8000 bytes: a larger payload is left out and read from the table.
create function live_publish(to_stream text, event_name text, event_payload text) returns bigint
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

-- Runs as the system role, the only one whose policy shows these tables. To own it takes the right to make
-- things in the schema, for this moment only.
grant create on schema public to exempta_system;
alter function live_publish(text, text, text) owner to exempta_system;
revoke create on schema public from exempta_system;
