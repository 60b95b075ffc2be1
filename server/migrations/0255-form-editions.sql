-- Which edition of its form a page is, where that isn't the one we know, and whether its number is a license that we hid.
alter table document_readings
  add column form_edition text check (form_edition in ('older', 'other')),
  add column printed_revision text check (length(printed_revision) between 1 and 40),
  add column has_hidden_license boolean not null default false;
