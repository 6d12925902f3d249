-- The transaction that added a word. Words are only ever added, so a process that holds the words of one snapshot finds
-- out whether there are new ones by counting those added by transactions that had not ended in that snapshot.
alter table search_word add column added_in xid8 not null default pg_current_xact_id();
create index search_word_added_in on search_word (added_in);
-- The similarity of words is calculated by each process.
drop index search_word_letters;
