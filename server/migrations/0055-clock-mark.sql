-- The latest time this installation has seen. Links that were expired then stay expired when the machine's clock
-- is set back, also after a restart.

create table clock_mark (
  latest timestamptz not null
);
create unique index clock_mark_is_one_row on clock_mark ((true));
call exempta_protect('clock_mark');
revoke all on clock_mark from exempta_app, exempta_system;
grant select, insert, update on clock_mark to exempta_system;
