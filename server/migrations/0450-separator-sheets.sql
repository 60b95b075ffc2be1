-- Printed sheets between the certificates of a stack (0450). A page keeps the code that was read on it; whose it is, is
-- decided when the stack is split.
alter table document_readings add column sheet text check (sheet ~ '^[A-Za-z0-9_-]{43}$');
-- The customer whose sheet lay before a certificate. It's a proposal: someone on the team decides.
alter table archive_files add column sheet_customer_id uuid references customers on delete set null;
create index archive_files_by_sheet_customer on archive_files (sheet_customer_id) where sheet_customer_id is not null;
