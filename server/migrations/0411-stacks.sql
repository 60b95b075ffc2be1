-- A file of many certificates is split into files of one each. The first and last page of each are kept until that is
-- done, one after the other.
alter table archive_files
  add column parts integer[],
  drop constraint archive_files_status_check,
  drop constraint archive_files_question_check,
  add constraint archive_files_status_check check (status in ('arriving', 'unpacking', 'waiting', 'reading', 'splitting',
    'ready', 'look', 'other', 'duplicate', 'refused')),
  add constraint archive_files_question_check check (question in ('customer', 'confirm', 'split', 'fill', 'check')),
  add constraint archive_files_parts_check check ((status = 'splitting') = (parts is not null) and cardinality(parts) % 2 = 0);
