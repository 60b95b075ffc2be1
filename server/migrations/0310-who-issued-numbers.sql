-- Rules tell apart what the reason on a certificate doesn't: who issued a number, whose government buys, and what kind of
-- organization. `US` is an employer number (EIN), `XX` another country's.
alter table exemption_states
  add column issued_by text check (issued_by ~ '^[A-Z]{2}$');
alter table exemptions
  add column government text check (government in ('federal', 'state', 'local')),
  add column government_state text check (government_state ~ '^[A-Z]{2}$'),
  add column organization text check (organization in
    ('charity', 'church', 'public-school', 'private-school', 'hospital', 'contractor'));

-- Who paid at the sale: the exempt buyer itself, or a person. Null if nobody said so.
alter table coverage_checks add column paid_by text check (paid_by in ('buyer', 'person'));
