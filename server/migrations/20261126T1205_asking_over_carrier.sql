-- The sid of the call whose user asks a colleague meanwhile. Who passed a call on has ended theirs at once.
alter table carrier_calls rename column leaving to asking;
