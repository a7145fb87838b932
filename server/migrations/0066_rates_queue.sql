-- Orders and trips that have to be rated again.

create table rating_due (
  tenant_id uuid not null references tenant,
  subject_type text not null check (subject_type in ('ORDER', 'TRIP')),
  subject_id uuid not null,
  -- ORDER_CHANGED, TRIP_CHANGED, CARD_PUBLISHED …
  reasons text[] not null,
  marked_at timestamptz not null default now(),
  primary key (tenant_id, subject_type, subject_id)
);
comment on table rating_due is 'Queue. A row exists until the order or trip is rated again.';
select own_by_tenant('rating_due');
