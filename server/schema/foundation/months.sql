-- Tables that grow with time are partitioned by month (UTC), so that retention drops a month instead of deleting its
-- rows (0024). mails_2026_11 holds a month, mails_before_2026_12 what was there when the table was partitioned, and
-- mails_other the rows that no month was prepared for, so that adding a row never fails.

-- Sorts before every time-ordered id of this moment and after those of any earlier one.
create or replace function exempta_first_id(moment timestamptz) returns uuid
  language sql immutable
  return (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- The first moment of a month, counted from the one that the given moment is in.
create or replace function exempta_month(moment timestamptz, later integer) returns timestamptz
  language sql immutable
  return (date_trunc('month', moment at time zone 'UTC') + make_interval(months => later)) at time zone 'UTC';

create or replace function exempta_month_name(moment timestamptz) returns text
  language sql immutable
  return to_char(moment at time zone 'UTC', 'YYYY_MM');

-- The first moment of a month as a value of the partition key, which is a time or an id that starts with one.
create or replace function exempta_month_bound(parent regclass, month timestamptz) returns text
  language sql stable
  return (
    select case a.atttypid when 'uuid'::regtype then exempta_first_id(month)::text else month::text end
    from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
    where p.partrelid = parent);

-- The partitions of a table, with the end of those that retention can drop.
create or replace function exempta_months(parent regclass) returns table (partition text, ends timestamptz, is_month boolean)
  language sql stable
begin atomic
  select c.relname::text,
    exempta_month(make_timestamptz(m.parts[2]::integer, m.parts[3]::integer, 1, 0, 0, 0, 'UTC'),
      case when m.parts[1] is null then 1 else 0 end),
    m.parts is not null and m.parts[1] is null
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
    left join lateral regexp_match(c.relname, '_(before_)?(\d{4})_(\d{2})$') as m (parts) on true
  where i.inhparent = parent
  order by c.relname collate "C";
end;

-- Asks the tables of the catalog: to_regclass may answer from before the lock.
create or replace function exempta_has_month(parent regclass, name text, month timestamptz) returns boolean
  language sql volatile
  return exists (
    select from exempta_months(parent) m where m.partition = name or (not m.is_month and m.ends > month));

-- The roles reach rows through the table and its policies only. Retention deletes single rows where there are no months.
create or replace procedure exempta_close_partition(partition regclass, has_single_deletes boolean)
  language plpgsql
  as $$
begin
  if not (select relrowsecurity from pg_class where oid = partition) then
    call exempta_protect(partition);
  end if;
  execute format('revoke all on %s from exempta_app, exempta_system', partition);
  if has_single_deletes then
    execute format('grant select, delete on %s to exempta_system', partition);
  end if;
end $$;
revoke execute on procedure exempta_close_partition(regclass, boolean) from public;

-- Creates the months that are missing. A month whose rows are elsewhere already stays there. Waits for locks only
-- briefly, because whoever uses the table waits behind it; the job tries again.
create or replace function exempta_prepare_months(moment timestamptz, ahead integer) returns setof text
  language plpgsql
  set lock_timeout = '1s'
  as $$
declare
  parent record;
  month timestamptz;
  name text;
  options record;
begin
  for parent in
    select c.oid::regclass as id, c.relname as name from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
    where c.relnamespace = 'public'::regnamespace order by c.relname collate "C"
  loop
    for later in 0..ahead loop
      month := exempta_month(moment, later);
      name := parent.name || '_' || exempta_month_name(month);
      continue when exempta_has_month(parent.id, name, month);
      perform pg_advisory_xact_lock(hashtext('exempta_months'));
      continue when exempta_has_month(parent.id, name, month);
      begin
        execute format('create table %I partition of %s for values from (%L) to (%L)', name, parent.id,
          exempta_month_bound(parent.id, month), exempta_month_bound(parent.id, exempta_month(month, 1)));
        call exempta_close_partition(quote_ident(name)::regclass, false);
        for options in
          select attname, array_to_string(attoptions, ', ') as text from pg_attribute
          where attrelid = parent.id and attoptions is not null
        loop
          execute format('alter table %I alter column %I set (%s)', name, options.attname, options.text);
        end loop;
        return next name;
      exception when check_violation then
        -- Rows of this month are in the partition for all others.
        null;
      end;
    end loop;
  end loop;
end $$;
revoke execute on function exempta_prepare_months(timestamptz, integer) from public;

-- Drops the partitions whose rows are all from before that moment.
create or replace function exempta_drop_months(parent regclass, before timestamptz) returns setof text
  language plpgsql
  set lock_timeout = '1s'
  as $$
declare
  old record;
begin
  for old in select m.partition from exempta_months(parent) m where m.ends <= before loop
    perform pg_advisory_xact_lock(hashtext('exempta_months'));
    continue when not exists (select from exempta_months(parent) m where m.partition = old.partition);
    execute format('alter table %s detach partition %I', parent, old.partition);
    execute format('drop table %I', old.partition);
    return next old.partition;
  end loop;
end $$;
revoke execute on function exempta_drop_months(regclass, timestamptz) from public;

-- Migrations call it for a new table that is partitioned by time.
create or replace procedure exempta_partition_by_month(parent regclass)
  language plpgsql
  as $$
declare
  other text := format('%I', (select relname from pg_class where oid = parent) || '_other');
begin
  execute format('create table %s partition of %s default', other, parent);
  call exempta_close_partition(other::regclass, true);
  perform exempta_prepare_months(now(), 2);
end $$;
revoke execute on procedure exempta_partition_by_month(regclass) from public;
