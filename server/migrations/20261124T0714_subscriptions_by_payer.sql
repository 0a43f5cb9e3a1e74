-- What somebody pays for, of every product: asked with every page that is loaded.
create index subscriptions_by_payer on subscriptions (company_id, payer_id) where state <> 'ended';
