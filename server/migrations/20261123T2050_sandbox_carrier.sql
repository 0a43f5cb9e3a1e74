-- The demo's carrier, of all companies together: the texts that it took, and the numbers that it sold.
create table sandbox_texts (
  id bigint generated always as identity primary key,
  sid text not null unique,
  sender text not null,
  recipient text not null,
  body text not null,
  segments integer not null,
  report text,
  -- what becomes of it: null, or the carrier's error code
  error_code integer,
  created_at timestamptz not null default now()
);
create index sandbox_texts_by_pair on sandbox_texts (sender, recipient, created_at);
create index sandbox_texts_by_sender on sandbox_texts (sender, created_at);
grant select, insert, delete on sandbox_texts to steward_app, steward_operator;

create table sandbox_numbers (
  number text primary key,
  sid text not null unique,
  created_at timestamptz not null default now()
);
grant select, insert, delete on sandbox_numbers to steward_app, steward_operator;
