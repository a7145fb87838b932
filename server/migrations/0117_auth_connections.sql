-- How a session was opened, when the provider verified the person, and ended connections with providers.

alter table app_session add column is_by_passkey boolean not null default false;
comment on column app_session.is_by_passkey is 'Opened with a passkey alone.';
alter table app_session add column vouched_at timestamptz;
comment on column app_session.vouched_at is
  'When the provider verified the person. Null when the provider did not state it.';

alter table sign_in_attempt add column asked_by uuid;
comment on column sign_in_attempt.asked_by is 'A signed-in user who signs in again. Only this user may complete it.';
alter table sign_in_attempt add column vouched_at timestamptz;
comment on column sign_in_attempt.vouched_at is
  'Kept for the session while only the code of the second factor is missing.';

alter table user_identity add column ended_at timestamptz;
comment on column user_identity.ended_at is
  'Since when the person at the provider is refused. Null while the connection is active.';
alter table user_identity drop constraint user_identity_tenant_id_user_id_provider_id_key;
create unique index user_identity_open on user_identity (tenant_id, user_id, provider_id) where ended_at is null;
create index user_identity_by_user on user_identity (tenant_id, user_id);
