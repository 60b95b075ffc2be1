-- A list of customers that a business uploaded. It's checked and imported by a job, a piece of lines at a time.
create table customer_imports (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  file_name text not null check (length(file_name) between 1 and 200),
  columns text[] not null,
  mapping jsonb not null,
  status text not null check (status in ('checking', 'ready', 'importing', 'done', 'failed')),
  row_count integer not null default 0,
  -- How far this step has come: the last line of the last piece that was committed.
  last_line integer not null default 0,
  progress integer not null default 0,
  -- Parents are set when all lines are there, because a parent can come after its customers.
  is_at_parents boolean not null default false,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  unchanged_count integer not null default 0,
  bad_count integer not null default 0,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  done_at timestamptz
);
create index customer_imports_by_business on customer_imports (business_id, created_at desc, id desc);
create index customer_imports_by_person on customer_imports (created_by);
create index customer_imports_by_age on customer_imports (updated_at);
call exempta_protect('customer_imports');
create policy customer_imports_own on customer_imports to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

-- The lines as they were uploaded, with secrets masked. They're deleted with the list, which is kept for 30 days.
create table customer_import_lines (
  import_id uuid not null references customer_imports on delete cascade,
  line integer not null,
  business_id uuid not null references businesses on delete cascade,
  cells text[] not null,
  -- What the check made of it: nothing until then.
  outcome text check (outcome in ('created', 'updated', 'unchanged', 'bad')),
  entry jsonb not null default 'null',
  -- Which customer it is about: `#` and its number in small letters or, for one without a number, `=` and its name.
  key text,
  parent_key text,
  problem text,
  problem_column text,
  customer_id uuid,
  -- The customer as the preview showed it. An import doesn't overwrite what someone changed since.
  customer_version integer,
  primary key (import_id, line)
);
create index customer_import_lines_by_business on customer_import_lines (business_id);
create index customer_import_lines_by_key on customer_import_lines (import_id, key) where key is not null;
create index customer_import_lines_by_outcome on customer_import_lines (import_id, outcome, line);
call exempta_protect('customer_import_lines');
create policy customer_import_lines_own on customer_import_lines to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));
