-- Answers of carriers to trips, by link or by telephone.

create table trip_answer (
  tenant_id uuid not null,
  -- The trip may be deleted after it was withdrawn; the answer stays.
  trip_id uuid not null,
  company_id uuid not null,
  answer text not null check (answer in ('ACCEPTED', 'REFUSED')),
  -- Reason of a refusal.
  reason text,
  plate text,
  driver_name text,
  -- Revision of the dispatch that was answered. Null without one.
  revision integer,
  answered_at timestamptz not null,
  -- Author: kind and id of a link or a user.
  answered_by json not null,
  check (answer = 'REFUSED' or reason is null),
  primary key (tenant_id, trip_id, company_id),
  foreign key (tenant_id, company_id) references company (tenant_id, company_id)
);
comment on table trip_answer is 'The last answer of a carrier to a trip.';
create index trip_answer_refused on trip_answer (tenant_id, answered_at) where answer = 'REFUSED';
create index trip_answer_by_company on trip_answer (tenant_id, company_id);
select own_by_tenant('trip_answer');

alter table door_link
  -- Holder of the link: an office or a person of the carrier.
  add column label text,
  -- Holder of the link: an office or an employee of the carrier.
  add column answer_by timestamptz;

-- Minutes from the dispatch to the deadline for the answer.
alter table tenant_setting add column dispatch_answer_minutes integer not null default 120
  check (dispatch_answer_minutes between 1 and 10080);
