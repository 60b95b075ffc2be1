-- Calls of the API that name themselves: the same name again is answered as the first time. Kept for a day.
create table idempotent_calls (
  key_id uuid not null references api_keys on delete cascade,
  name text not null check (length(name) between 1 and 200),
  request_hash bytea not null check (length(request_hash) = 32),
  taken_at timestamptz not null,
  -- Null while the call is being answered.
  status smallint,
  -- Sealed: the answer may hold what is shown only once.
  answer bytea,
  primary key (key_id, name),
  check ((status is null) = (answer is null))
);
create index idempotent_calls_by_time on idempotent_calls (taken_at);
call exempta_protect('idempotent_calls');
revoke all on idempotent_calls from exempta_app;
