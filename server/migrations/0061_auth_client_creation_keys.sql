-- The same for API clients that send an Idempotency-Key.

-- Ids of API clients are text. The column keeps its name, so that servers of the previous version can still use it.
alter table creation_key drop constraint creation_key_tenant_id_user_id_fkey;
alter table creation_key alter column user_id type text;
comment on column creation_key.user_id is 'Id of the user, or client id of the API client, that sent the request.';

-- The first request failed after it had written data, or its commit was not confirmed. It is not run again.
alter table creation_key add column is_outcome_unknown boolean not null default false;
