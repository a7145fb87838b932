-- From where and until when an API client works (AUTH-12).

alter table api_client add column allowed_networks text[] not null default '{}';
comment on column api_client.allowed_networks is 'Addresses and networks it may call from; empty for anywhere.';
alter table api_client add column last_day date;
comment on column api_client.last_day is 'The last day it works, where the organisation is; null for no end.';
