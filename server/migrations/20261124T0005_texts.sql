-- Texts go through the same sends and messages as mail.
alter table sends drop constraint sends_channel_check;
alter table sends add constraint sends_channel_check check (channel in ('email', 'text'));
alter table lanes drop constraint lanes_channel_check;
alter table lanes add constraint lanes_channel_check check (channel in ('email', 'text'));
alter table lane_paces drop constraint lane_paces_channel_check;
alter table lane_paces add constraint lane_paces_channel_check check (channel in ('email', 'text'));
-- An answer to STOP or HELP.
alter table sends drop constraint sends_purpose_check;
alter table sends add constraint sends_purpose_check check (purpose in ('marketing', 'service', 'reply', 'compliance'));

-- The words of a text, with its merge fields; a mail has a content instead.
alter table sends alter column content drop not null;
alter table sends add column body text;
alter table sends add constraint sends_words_check check ((content is null) = (channel = 'text') and (body is null) = (channel = 'email'));
-- addresses of pictures that the carrier fetches
alter table sends add column media text[] not null default '{}';

-- A text may go to a number of nobody, to answer it.
alter table messages alter column contact_id drop not null;
alter table messages alter column once_contact drop not null;
alter table message_events alter column contact_id drop not null;
alter table gate_passes alter column contact_id drop not null;
-- Of texts: our number, the words as they were sent, and what they cost in ten-thousandths of a dollar.
alter table messages add column sender text;
alter table messages add column body text;
alter table messages add column segments integer;
alter table messages add column price bigint;
-- money is held for it, under its claim
alter table messages add column held boolean not null default false;
-- what the carrier answered, or reported later
alter table messages add column carrier_code text;
create index messages_by_provider on messages (company_id, provider_id) where provider_id is not null and sender is not null;
