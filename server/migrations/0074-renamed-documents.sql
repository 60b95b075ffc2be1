-- People who opened an email link see a document's new name at once.
create trigger tell_viewers_of_name
  after update of name on documents
  for each row when (old.version > 0 and old.name <> new.name)
  execute function tell_viewers_of_version();
