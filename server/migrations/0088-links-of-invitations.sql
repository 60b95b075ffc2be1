-- Without an email server, the link of an invitation is shown to the person who invites. It then no longer proves that
-- whoever uses it reads the mail of the invited address.
alter table business_invitations add is_link_shown boolean not null default false;
