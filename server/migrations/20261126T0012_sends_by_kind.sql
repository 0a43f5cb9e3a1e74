-- The list of mailings among a hundred thousand single mails, and the other way round.
create index sends_of_many on sends (company_id, created_at desc, id desc) where kind <> 'single';
create index sends_to_few on sends (company_id, created_at desc, id desc) where kind = 'single';
