-- The browser had another session when this one ended. What it still sends with the token of this one is refused, but takes no cookie from it.
alter table sessions add column overtaken boolean not null default false;
