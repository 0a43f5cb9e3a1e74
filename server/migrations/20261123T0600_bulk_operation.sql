-- What a bulk action does is its operation: the column takes that name, and its generated copy goes.
alter table bulk_actions drop column operation;
alter table bulk_actions rename column deed to operation;
