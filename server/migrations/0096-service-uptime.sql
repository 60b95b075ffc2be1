-- How many minutes of each day the service was running, for the uptime on the About page.
create table uptime_days (
  day date primary key,
  minutes integer not null check (minutes between 1 and 1440),
  first_minute timestamptz not null,
  -- The last minute that was counted, so that none counts twice.
  last_minute timestamptz not null
);
call exempta_protect('uptime_days');
revoke all on uptime_days from exempta_app, exempta_system;
grant select, insert, update, delete on uptime_days to exempta_system;

-- Tax IDs are searched with and without their dash.
create index businesses_by_digits_of_tax_id on businesses using gin ((replace(tax_id, '-', '')) gin_trgm_ops);
