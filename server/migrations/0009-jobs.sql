-- Whose turn it is in a job's queue: each fairness key's latest turn. The queue itself is pg-boss's schema.
create table job_turns (
  job text not null,
  key text not null,
  turn integer not null,
  primary key (job, key)
);
create index job_turns_by_turn on job_turns (job, turn);
call exempta_protect('job_turns');
revoke all on job_turns from exempta_app, exempta_system;
-- Jobs are sent as the owner, who is under the forced policies too unless it is a superuser.
create policy owner_takes_turns on job_turns to current_user using (true) with check (true);
