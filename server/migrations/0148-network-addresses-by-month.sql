-- Network addresses of the audit log by month. Replaced in this migration: the table has the same name and columns.
call exempta_set_aside('audit_origins');
create table audit_origins (
  like audit_origins_before including constraints,
  primary key (entry_id),
  foreign key (entry_id) references audit_entries
) partition by range (entry_id);
call exempta_protect('audit_origins');
revoke all on audit_origins from exempta_app, exempta_system;
grant select, insert on audit_origins to exempta_app, exempta_system;
grant delete on audit_origins to exempta_system;
create policy audit_origins_add on audit_origins for insert to exempta_app with check (true);
create policy audit_origins_read on audit_origins for select to exempta_app
  using (exists (select from audit_entries where audit_entries.id = entry_id));
call exempta_partition_by_month('audit_origins', 'entry_id');
