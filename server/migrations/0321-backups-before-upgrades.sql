-- Backups that a new version makes before it changes the database.
alter table backups drop constraint backups_cause_check;
alter table backups add constraint backups_cause_check check (cause in ('schedule', 'person', 'upgrade'));
