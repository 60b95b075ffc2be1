-- What the engine read on the pages of a document: which form it is and what was filled in, of what is not hidden.

create table document_readings (
  document_id uuid not null,
  version integer not null,
  page integer not null,
  -- Code of the form and the page of it; null for pages that are no form we know.
  form text check (form ~ '^[a-z0-9.-]{1,60}$'),
  form_page integer,
  form_confidence real,
  -- Which forms and rules were known at that time.
  knowledge_version text not null,
  read_at timestamptz not null,
  primary key (document_id, version, page),
  foreign key (document_id, version, page) references document_pages on delete cascade,
  check ((form is null) = (form_page is null) and (form is null) = (form_confidence is null))
);
call exempta_protect('document_readings');
revoke all on document_readings from exempta_app;
grant select on document_readings to exempta_app;
create policy document_readings_own on document_readings to exempta_app
  using (exists (
    select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())));

create table document_fields (
  document_id uuid not null,
  version integer not null,
  page integer not null,
  name text not null check (name ~ '^[a-z-]{1,40}$'),
  -- Counts fields of the same name on a page, from 0.
  position integer not null,
  value text not null check (length(value) between 1 and 300),
  -- The state that a number is for.
  state text check (state ~ '^[A-Z]{2}$'),
  confidence real not null,
  is_sure boolean not null,
  -- Four corners as shares of the page's width and height.
  quad jsonb not null,
  primary key (document_id, version, page, name, position),
  foreign key (document_id, version, page) references document_readings on delete cascade
);
call exempta_protect('document_fields');
revoke all on document_fields from exempta_app;
grant select on document_fields to exempta_app;
create policy document_fields_own on document_fields to exempta_app
  using (exists (
    select from documents d where d.id = document_id and d.owner_id = (select exempta_actor_id())));
