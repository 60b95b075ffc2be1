-- What a change replaced and with what. Apart from the chained rows, because values can be personal and must be erasable.
create table audit_changes (
  entry_id uuid not null references audit_entries,
  field text not null check (field ~ '^[A-Za-z][A-Za-z0-9 .-]{0,63}$'),
  old_value text check (length(old_value) <= 4000),
  new_value text check (length(new_value) <= 4000),
  primary key (entry_id, field)
);
call exempta_protect('audit_changes');
revoke all on audit_changes from exempta_app, exempta_system;
grant select, insert on audit_changes to exempta_app, exempta_system;
grant delete on audit_changes to exempta_system;
create policy audit_changes_add on audit_changes for insert to exempta_app with check (true);
create policy audit_changes_read on audit_changes for select to exempta_app
  using ((select exempta_actor_role()) = 'admin');
