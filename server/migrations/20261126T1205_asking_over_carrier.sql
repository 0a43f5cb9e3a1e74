-- The sid of the call whose user asks a colleague meanwhile.
alter table carrier_calls add column asking text;
