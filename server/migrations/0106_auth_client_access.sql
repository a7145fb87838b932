-- Networks and expiry of API clients (AUTH-12).

alter table api_client add column allowed_networks text[] not null default '{}';
comment on column api_client.allowed_networks is 'Addresses and networks from which it may connect. Empty: all.';
alter table api_client add column last_day date;
comment on column api_client.last_day is 'Last day on which it is valid, in the time zone of the tenant. Null: no end.';
