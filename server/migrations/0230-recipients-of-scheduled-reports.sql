-- A scheduled report has one hour and time zone, and any administrators as recipients.
alter table report_schedules add hour smallint not null default 13 check (hour between 0 and 23);
alter table report_schedules add time_zone text not null default 'UTC';
drop policy report_schedules_own on report_schedules;
create policy report_schedules_admins on report_schedules to exempta_app
  using ((select exempta_actor_role()) = 'admin')
  with check ((select exempta_actor_role()) = 'admin');
