-- Why a send failed, for its asker.
alter table sends add column failure text;
-- What My day shows: few of the many
create index sends_open on sends (company_id, created_at desc, id desc) where status in ('scheduled', 'preparing', 'sending', 'paused', 'failed');

-- The claim that holds a message: only its holder says what became of it. The values of its merge fields as they were sent.
alter table messages add column claim uuid;
alter table messages add column merge jsonb;

-- Until then a worker is expected to take the lane: the pump asks once.
alter table lanes add column asked_until timestamptz;

-- How much went to each receiving domain, or group of them, in the current minute; '' is the company as a whole.
create table lane_paces (
  company_id bigint not null references companies,
  channel text not null check (channel in ('email')),
  receiver text not null,
  minute timestamptz not null,
  taken integer not null,
  -- the next free place of messages that wait for a later minute
  next_at timestamptz not null,
  -- the server said that it gets too much: the pace is halved so often, until then
  halvings integer not null default 0,
  slow_until timestamptz,
  primary key (company_id, channel, receiver)
);
call guard_tenant_table('lane_paces');
