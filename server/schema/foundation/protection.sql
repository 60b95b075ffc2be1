-- Row-level security: what migrations call for each new table.

-- Every table calls this right after it is made: from then on a role sees only what a policy shows it.
-- The system role gets all rows by a policy of its own; the application role gets nothing until one is added.
create or replace procedure exempta_protect(protected_table regclass)
  language plpgsql
  as $$
begin
  execute format('alter table %s enable row level security', protected_table);
  execute format('alter table %s force row level security', protected_table);
  execute format(
    'create policy system_sees_all on %s to exempta_system using (true) with check (true)', protected_table);
end $$;
revoke execute on procedure exempta_protect(regclass) from public;

-- Published data is nobody's: every member of a business may look a number up.
create or replace procedure exempta_publish_numbers(published regclass) language plpgsql as $$
begin
  call exempta_protect(published);
  execute format('revoke all on %s from exempta_app, exempta_system', published);
  execute format('grant select on %s to exempta_app', published);
  execute format('grant select, insert, update, delete on %s to exempta_system', published);
  execute format(
    'create policy numbers_read on %s for select to exempta_app using ((select exempta_business_id()) is not null)',
    published);
end $$;
revoke execute on procedure exempta_publish_numbers(regclass) from public;
