-- The address of an endpoint may hold a key: it is kept encrypted, and the endpoint has the address without it (SECRET-6).

alter table subscription add column url_sealed bytea;
comment on column subscription.url_sealed is 'The address with its key, encrypted; null where url has none.';

-- Jobs that encrypt the addresses there are: 0119.
