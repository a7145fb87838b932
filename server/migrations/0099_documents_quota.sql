-- How much was uploaded in a day: by a link or a customer's client, and by a tenant in all.

create table upload_day (
  tenant_id uuid not null references tenant,
  -- In UTC.
  day date not null,
  -- LINK and CLIENT with their id; TENANT for all that was uploaded.
  sender text not null,
  bytes bigint not null,
  primary key (tenant_id, day, sender)
);
comment on table upload_day is 'Bytes of new files that were uploaded in a day; kept for a few days.';
select own_by_tenant('upload_day');
