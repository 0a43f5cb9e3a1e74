-- The carrier's names of all that was made for a registration, as one value: a repeated call goes on behind what is there.
alter table text_registrations add column carrier jsonb not null default '{}';
alter table text_registrations drop column profile_id;
alter table text_registrations drop column product_id;
alter table text_registrations drop column brand_id;
alter table text_registrations drop column service_id;
alter table text_registrations drop column campaign_id;
-- Which of the two the carriers look at, or refused.
alter table text_registrations add column part text;
alter table text_registrations add constraint text_registrations_part_check check (part in ('brand', 'campaign'));
alter table text_registrations add column resend text;
alter table text_registrations add constraint text_registrations_resend_check check (resend in ('brand', 'campaign'));

-- The demo's carrier: bundles, brands, services and campaigns.
create table sandbox_registrations (
  sid text primary key,
  -- the path below which it was made
  kind text not null,
  form jsonb not null,
  -- since when it is looked at
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index sandbox_registrations_by_kind on sandbox_registrations (kind, created_at);
grant select, insert, update, delete on sandbox_registrations to steward_app, steward_operator;
-- The service that a number belongs to.
alter table sandbox_numbers add column service text;
grant update (service) on sandbox_numbers to steward_app, steward_operator;
