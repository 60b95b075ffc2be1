-- Backups that the program made or is making. Their files are in the folder for backups, not in the file store.
create table backups (
  id uuid primary key,
  cause text not null check (cause in ('schedule', 'person')),
  requested_by uuid references users on delete set null,
  created_at timestamptz not null,
  file_name text not null unique check (file_name ~ '^exempta-[0-9TZ-]+\.backup$'),
  status text not null check (status in ('waiting', 'running', 'made', 'failed')),
  started_at timestamptz,
  finished_at timestamptz,
  -- Written so far, and of the whole file once it's made.
  size_bytes bigint check (size_bytes >= 0),
  row_count bigint check (row_count >= 0),
  file_count bigint check (file_count >= 0),
  missing_file_count bigint check (missing_file_count >= 0),
  failure text,
  test_status text check (test_status in ('waiting', 'running', 'passed', 'failed')),
  tested_at timestamptz,
  test_failure text
);
create unique index backups_one_at_a_time on backups ((true)) where status in ('waiting', 'running');
create index backups_by_requester on backups (requested_by);
call exempta_protect('backups');
revoke all on backups from exempta_app;
