-- A refund that somebody made on the card processor's own page has no user of ours.
alter table refunds alter column made_by drop not null;
create unique index refunds_by_provider on refunds (company_id, provider_id) where provider_id is not null;
