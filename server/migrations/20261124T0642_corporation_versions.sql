-- The form of a corporation says which version it changes, so that a colleague's edit is not overwritten unseen.
alter table corporations add column version int not null default 1;
