-- Keeps the last rejected requests of each known client, whatever the reason.

alter table usage_refusal
  alter column retry_after_s drop not null,
  -- Request id of the response. Null for rows of older versions, which were all refused by a limit.
  add column request_id uuid,
  add column status integer not null default 429,
  add column code text not null default 'rate_limited',
  -- Path of the first invalid member.
  add column field text;
alter table usage_refusal alter column status drop default, alter column code drop default;
comment on table usage_refusal is 'The last requests of each client that were answered 4xx.';
create index usage_refusal_by_client on usage_refusal (tenant_id, client_id, refused_at);
