-- What API clients create under an Idempotency-Key is created once, too.

-- Ids of API clients are text. The column keeps its name, so that servers of the version before can go on beside this one.
alter table creation_key drop constraint creation_key_tenant_id_user_id_fkey;
alter table creation_key alter column user_id type text;
comment on column creation_key.user_id is 'Whoever sent the request: a user by its id, or an API client by its client id.';

-- The first request failed after it had written something, or its commit was never confirmed: it is not run again.
alter table creation_key add column is_outcome_unknown boolean not null default false;
