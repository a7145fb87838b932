-- What a carrier answers to a trip, through a link or by telephone.

create table trip_answer (
  tenant_id uuid not null,
  -- It may be gone once it was taken back; what was answered stays.
  trip_id uuid not null,
  -- The carrier.
  company_id uuid not null,
  answer text not null check (answer in ('ACCEPTED', 'REFUSED')),
  -- Why it was refused.
  reason text,
  plate text,
  driver_name text,
  -- Message of the dispatch that was answered; null without one.
  revision integer,
  answered_at timestamptz not null,
  -- Who entered it: kind and id of a link or a user.
  answered_by json not null,
  check (answer = 'REFUSED' or reason is null),
  primary key (tenant_id, trip_id, company_id),
  foreign key (tenant_id, company_id) references company (tenant_id, company_id)
);
comment on table trip_answer is 'Whether a carrier drives a trip, as it last answered.';
create index trip_answer_refused on trip_answer (tenant_id, answered_at) where answer = 'REFUSED';
create index trip_answer_by_company on trip_answer (tenant_id, company_id);
select own_by_tenant('trip_answer');

alter table door_link
  -- Who has the link: an office or a person of the carrier.
  add column label text,
  -- Until when the carrier should answer; null: as the setting says.
  add column answer_by timestamptz;

-- Minutes after the dispatch until a carrier should have answered.
alter table tenant_setting add column dispatch_answer_minutes integer not null default 120
  check (dispatch_answer_minutes between 1 and 10080);
