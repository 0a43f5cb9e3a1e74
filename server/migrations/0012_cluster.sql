-- What a sharded cluster asks for: a row's id is drawn there by the role that inserts it, who may use the sequence on plain PostgreSQL anyway.
grant usage on all sequences in schema public to steward_app, steward_operator;
alter default privileges in schema public grant usage on sequences to steward_app, steward_operator;
