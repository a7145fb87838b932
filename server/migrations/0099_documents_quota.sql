-- Bytes uploaded per day: by a link or the API client of a customer, and by a tenant in total.

create table upload_day (
  tenant_id uuid not null references tenant,
  -- In UTC.
  day date not null,
  -- LINK or CLIENT with its id; TENANT for the total.
  sender text not null,
  bytes bigint not null,
  primary key (tenant_id, day, sender)
);
comment on table upload_day is 'Bytes of new files uploaded per day. Kept for a few days.';
select own_by_tenant('upload_day');
