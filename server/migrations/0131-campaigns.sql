-- Campaigns: a list of customers who are asked for their certificates, at a pace.

create table campaigns (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  name text not null check (length(name) between 1 and 100),
  status text not null check (status in ('draft', 'sending', 'sent', 'closed')),
  message text check (length(message) between 1 and 1000),
  -- The heading of each column of the file, and which column is what.
  columns text[] not null,
  mapping jsonb not null,
  row_count integer not null default 0,
  good_count integer not null default 0,
  created_by uuid references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  closed_at timestamptz
);
create index campaigns_by_business on campaigns (business_id, created_at desc, id desc);
create index campaigns_by_status on campaigns (status, updated_at);
create index campaigns_by_creator on campaigns (created_by) where created_by is not null;
call exempta_protect('campaigns');
create policy campaigns_own on campaigns to exempta_app
  using (business_id = (select exempta_business_id()))
  with check (business_id = (select exempta_business_id()));

-- Lines of the file that cannot be sent, and why.
create table campaign_problems (
  campaign_id uuid not null references campaigns on delete cascade,
  line integer not null check (line > 0),
  kind text not null check (kind ~ '^[a-z-]{1,40}$'),
  value text check (length(value) <= 200),
  primary key (campaign_id, line)
);
call exempta_protect('campaign_problems');
create policy campaign_problems_own on campaign_problems to exempta_app
  using (exists (
    select from campaigns c where c.id = campaign_id and c.business_id = (select exempta_business_id())))
  with check (exists (
    select from campaigns c where c.id = campaign_id and c.business_id = (select exempta_business_id())));

alter table certificate_requests add campaign_id uuid references campaigns on delete cascade;
alter table certificate_requests add sale_on date;
alter table certificate_requests add reminded integer not null default 0 check (reminded <= 4);
alter table certificate_requests add reminded_at timestamptz;
-- When the next reminder is due; null when there is none.
alter table certificate_requests add remind_on date;
create unique index certificate_requests_of_campaign on certificate_requests (campaign_id, email)
  where campaign_id is not null;
create index certificate_requests_unsent on certificate_requests (campaign_id, id)
  where campaign_id is not null and sent_at is null;
create index certificate_requests_to_remind on certificate_requests (remind_on) where remind_on is not null;
create index certificate_requests_by_reminder on certificate_requests (business_id, reminded_at)
  where reminded_at is not null;

-- What a business sees of its requests, with what became of each, without lists that nobody has sent yet. Owned by the
-- system, like received_documents.
create view business_requests as
  select r.*, l.name as location_name, u.name as sender_name,
    case
      when r.kind = 'standing' then case when r.closed_at is null then 'open' else 'closed' end
      when s.status in ('verified', 'rejected') then s.status
      when s.status = 'revoked' then 'withdrawn'
      when r.received_at is not null then 'received'
      when r.declined_at is not null then 'declined'
      when r.closed_at is not null then 'closed'
      when m.status = 'failed' then 'bounced'
      when r.opened_at is not null then 'opened'
      when r.sent_at is not null then 'sent'
      else 'open'
    end as status
  from certificate_requests r
    left join campaigns c on c.id = r.campaign_id
    left join business_locations l on l.id = r.location_id
    left join document_shares s on s.id = r.share_id
    left join users u on u.id = r.user_id
    left join mails m on m.id = r.mail_id
  where r.business_id = (select exempta_business_id()) and (c.id is null or c.status <> 'draft');
grant create on schema public to exempta_system;
alter view business_requests owner to exempta_system;
revoke create on schema public from exempta_system;
revoke all on business_requests from exempta_app;
grant select on business_requests to exempta_app;
