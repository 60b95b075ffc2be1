-- Whether this installation is a demo, decided by its first start and never changed (0095). Everyone knows the passwords
-- of a demo, so a start that asks for the other kind is refused.

create table installation_kind (
  is_demo boolean not null,
  decided_at timestamptz not null
);
create unique index installation_kind_is_one_row on installation_kind ((true));
call exempta_protect('installation_kind');
revoke all on installation_kind from exempta_app, exempta_system;
grant select, insert on installation_kind to exempta_system;
