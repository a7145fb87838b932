-- Reviews of documents, and the e-mail that requests a proof of delivery from a carrier.

create table document_review (
  tenant_id uuid not null references tenant,
  document_id uuid not null,
  state text not null check (state in ('ACCEPTED', 'REJECTED')),
  reason text,
  -- The user. Earlier reviews are in the audit trail.
  reviewed_by text,
  reviewed_at timestamptz not null,
  primary key (tenant_id, document_id),
  foreign key (tenant_id, document_id) references document (tenant_id, document_id) on delete cascade,
  check ((state = 'REJECTED') = (reason is not null))
);
comment on table document_review is 'Accepted and rejected documents. A document without a row is not reviewed.';
select own_by_tenant('document_review');

alter table mail_template drop constraint mail_template_kind_check;
alter table mail_template add constraint mail_template_kind_check
  check (kind in ('ORDER_CONFIRMATION', 'DISPATCH', 'DELAY', 'PROOF_REQUEST'));
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check check (kind in ('ORDER_CONFIRMATION', 'DISPATCH', 'DELAY', 'PROOF_REQUEST'));
