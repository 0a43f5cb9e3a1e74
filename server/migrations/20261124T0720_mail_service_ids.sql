-- Mails by the Message-ID that the mail service gave them: an answer names it. A server of ours keeps the one that we made (m…), which needs no index.
create index messages_by_mail_id on messages (company_id, provider_id)
  where provider_id is not null and sender is null and provider_id not like '<m%';
