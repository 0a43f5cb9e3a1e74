-- A person's own revocation stands beside a stop for another reason: each is proved and lifted alone.
drop index suppressions_in_force;
create unique index suppressions_in_force on suppressions (company_id, channel, address, purpose, (reason = 'revoked')) where lifted_at is null;
