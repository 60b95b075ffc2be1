-- An answer counts from its first bytes on, for the network that it came from, until it is sent or was idle for an hour.
alter table request_answers
  add column progress_at timestamptz not null default now(),
  -- A keyed hash of the network address, which only the budgets use. It is forgotten when the answer is sent.
  add column source_hash bytea check (length(source_hash) = 32),
  -- The size of the file that was uploaded, or of the whole file while its pieces arrive.
  add column size_bytes integer not null default 0 check (size_bytes >= 0);
drop index request_answers_unsent;
create index request_answers_open on request_answers (progress_at) where sent_at is null;
create index request_answers_sent on request_answers (sent_at) where sent_at is not null;
