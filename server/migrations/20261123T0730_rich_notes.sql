-- The formatting of a note, and its place on top. Without `doc` a note is plain text, as all notes were; `body` has the text of both.
alter table contact_notes add column doc jsonb;
alter table contact_notes add column pinned_at timestamptz;
