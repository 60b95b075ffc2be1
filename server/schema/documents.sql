-- Documents, as others may know them.

set local role exempta_system;

-- What agents may know of a person's documents: names and states, nothing that is in them.
create or replace view document_names as
  select id, owner_id, name, status, created_at from documents where exempta_actor_role() = 'admin';
grant select on document_names to exempta_app;

set local role none;
