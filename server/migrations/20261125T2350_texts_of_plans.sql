-- What a text takes of a plan, until its fate is known. The licence may go in the meantime.
alter table messages add column licence_id bigint, add column units integer;
