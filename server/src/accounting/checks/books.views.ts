import type { ChargeStatus } from '@cartage/contract/charges/app/charge'
import { msg } from '@cartage/contract/message'
import { spokenDate } from '@cartage/contract/message-days'
import { chargeLabel } from '../../charges/state-labels.rules.ts'
import { periodHash } from '../periods/views.ts'
import { documentLabel, postingLabel } from '../state-labels.rules.ts'
import { type Invariant, isFinal, named, none } from './invariant.views.ts'

/** Invariants of months, tasks, ledger entries and sendings. */
export const bookInvariants: readonly Invariant[] = [
  {
    number: 9,
    message: 'Nothing is booked in a closed month',
    faults: [
      {
        says: ([name = '', month = '']) => msg`${name} was booked in ${month} after that was closed.`,
        sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id, ${named('i.name', `to_char(m.month, 'YYYY-MM')`)}
                from booking_period m
                join invoice i on i.tenant_id = $1 and i.billing_entity_id = m.billing_entity_id and i.booking_date >= m.month
                              and i.booking_date < m.month + interval '1 month' and ${isFinal('i')}
               where m.tenant_id = $1 and m.status = 'CLOSED' and i.finalised_at > m.changed_at`,
      },
      {
        says: ([name = '', posting = '', month = '']) =>
          msg`The posting of ${name} is ${posting}, and ${month} is closed.`,
        sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id,
                     ${named('i.name', 'i.posting', `to_char(m.month, 'YYYY-MM')`)}
                from booking_period m
                join invoice i on i.tenant_id = $1 and i.billing_entity_id = m.billing_entity_id and i.booking_date >= m.month
                              and i.booking_date < m.month + interval '1 month' and i.status = 'INVOICED'
               where m.tenant_id = $1 and m.status = 'CLOSED' and coalesce(i.carried_over_to <= i.booking_date, true)`,
      },
      {
        says: () => msg`This month has changed since it was closed.`,
        sql: `select 'booking_period' as entity_type, m.billing_entity_id || ' ' || to_char(m.month, 'YYYY-MM') as entity_id, ${none}
                from booking_period m
               where m.tenant_id = $1 and m.status = 'CLOSED' and m.content_hash is not null
                 and m.content_hash <> ${periodHash('m.billing_entity_id', 'm.month')}`,
      },
    ],
  },
  {
    number: 10,
    message: 'Each document to be posted has an accounting task, or a job that creates it',
    faults: [
      {
        says: ([name = '', posting = '', status = '']) =>
          status === ''
            ? msg`The posting of ${name} is ${postingLabel(posting)}, and it has no task.`
            : msg`The posting of ${name} is ${postingLabel(posting)}, and its last task is ${postingLabel(status)}.`,
        sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id, ${named('i.name', 'i.posting', 't.status')}
                from invoice i
                join billing_entity b on b.tenant_id = $1 and b.billing_entity_id = i.billing_entity_id
                left join lateral (
                  select t.status from task t where t.tenant_id = $1 and t.invoice_id = i.invoice_id
                   order by t.created_at desc, t.task_id desc limit 1) t on true
               where i.tenant_id = $1 and i.status = 'INVOICED'
                 and (i.posting <> 'NONE' or (b.post_automatically and i.finalised_at > b.updated_at))
                 and case when t.status is null
                          then not exists (select from job j where j.tenant_id = $1 and j.kind = 'accounting.post'
                                             and j.payload ->> 'invoice_id' = i.invoice_id::text)
                          else t.status <> i.posting end`,
      },
    ],
  },
  {
    number: 11,
    message: 'A document and its charges are posted exactly when its accounting task is completed',
    faults: [
      {
        says: ([name = '', status = '']) =>
          status === 'INVOICE_POSTED'
            ? msg`${name} is posted, and no task of it is completed.`
            : msg`${name} is not posted, and a task of it is completed.`,
        sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id, ${named('i.name', 'i.status')}
                from invoice i
                left join (select distinct t.invoice_id from task t where t.tenant_id = $1 and t.status = 'COMPLETED') t
                       on t.invoice_id = i.invoice_id
               where i.tenant_id = $1 and (i.status = 'INVOICE_POSTED') <> (t.invoice_id is not null)`,
      },
      {
        says: ([charge = '', document = '']) =>
          document === ''
            ? msg`This charge is posted and on no document.`
            : msg`This charge is ${chargeLabel(charge as ChargeStatus)}, and its document is ${documentLabel(document)}.`,
        sql: `select 'charge' as entity_type, c.charge_id::text as entity_id, ${named('c.status', 'x.status')}
                from charge c
                left join (select x.charge_id, i.status
                             from invoice_line_charge x
                             join invoice_line l on l.tenant_id = $1 and l.invoice_line_id = x.invoice_line_id
                             join invoice i on i.tenant_id = $1 and i.invoice_id = l.invoice_id
                            where x.tenant_id = $1 and x.is_live) x on x.charge_id = c.charge_id
               where c.tenant_id = $1 and (c.status = 'INVOICE_POSTED') <> (coalesce(x.status, '') = 'INVOICE_POSTED')`,
      },
    ],
  },
  {
    number: 12,
    message: 'Ledger entries balance, and each posted document has one with its VAT on its booking date',
    faults: [
      {
        says: ([entry = '', year = '']) => msg`Entry ${entry} of ${year} does not balance.`,
        sql: `select 'posting' as entity_type, p.posting_id::text as entity_id, ${named('p.entry_number', 'p.year')}
                from posting p
                left join (select l.posting_id, sum(l.debit) = sum(l.credit) and sum(l.amount_currency) = 0 as is_balanced
                             from posting_line l where l.tenant_id = $1 group by l.posting_id) l on l.posting_id = p.posting_id
                join invoice i on i.tenant_id = $1 and i.invoice_id = p.invoice_id
               where p.tenant_id = $1
                 and (not l.is_balanced or (l.is_balanced is null and i.total_incl_tax <> 0))`,
      },
      {
        says: ([entry = '', year = '', code = '', booked = '', tax = '']) =>
          msg`Entry ${entry} of ${year} has VAT ${code} of ${booked}, and its document has ${tax}.`,
        sql: `select 'posting' as entity_type, p.posting_id::text as entity_id,
                     ${named('p.entry_number', 'p.year', 't.tax_code', 'coalesce(v.booked, 0)', 't.tax')}
                from posting p
                join invoice i on i.tenant_id = $1 and i.invoice_id = p.invoice_id
                join (select t.invoice_id, t.tax_code, sum(t.tax) as tax from invoice_tax t
                       where t.tenant_id = $1 group by t.invoice_id, t.tax_code) t on t.invoice_id = p.invoice_id
                left join (select l.posting_id, coalesce(l.tax_code, '') as tax_code, sum(l.amount_currency) as booked
                             from posting_line l where l.tenant_id = $1 and l.tax_base is not null
                            group by l.posting_id, coalesce(l.tax_code, '')) v
                       on v.posting_id = p.posting_id and v.tax_code = coalesce(t.tax_code, '')
               where p.tenant_id = $1 and coalesce(v.booked, 0)
                     <> t.tax * case when i.kind in ('SALES_INVOICE', 'PURCHASE_CREDIT_NOTE') then -1 else 1 end
                              * case when p.is_reversal then -1 else 1 end`,
      },
      {
        says: ([times = '']) => msg`This document is booked ${times} times.`,
        sql: `select 'invoice' as entity_type, p.invoice_id::text as entity_id,
                     ${named('sum(case when p.is_reversal then -1 else 1 end)')}
                from posting p where p.tenant_id = $1
               group by p.invoice_id having sum(case when p.is_reversal then -1 else 1 end) <> 1`,
      },
      {
        says: ([entry = '', year = '', booked = '', day = '']) =>
          msg`Entry ${entry} of ${year} is booked on ${spokenDate(booked)}, and its document on ${spokenDate(day)}.`,
        sql: `select 'posting' as entity_type, p.posting_id::text as entity_id,
                     ${named('p.entry_number', 'p.year', 'p.booking_date', 'greatest(i.booking_date, i.carried_over_to)')}
                from (select distinct on (p.invoice_id) p.* from posting p
                       where p.tenant_id = $1 and not p.is_reversal order by p.invoice_id, p.booking_date desc) p
                join invoice i on i.tenant_id = $1 and i.invoice_id = p.invoice_id
               where i.tenant_id = $1 and ${isFinal('i')} and p.booking_date <> greatest(i.booking_date, i.carried_over_to)`,
      },
    ],
  },
  {
    number: 18,
    message: 'No accounting task is handed out twice at a time, and no document is sent twice',
    faults: [
      {
        says: ([status = '']) => msg`This task has a lease, and it is ${postingLabel(status)}.`,
        sql: `select 'task' as entity_type, t.task_id::text as entity_id, ${named('t.status')}
                from task t where t.tenant_id = $1 and t.lease_token is not null and t.status <> 'TODO'`,
      },
      {
        says: ([times = '', address = '']) => msg`This document was sent ${times} times to ${address}.`,
        sql: `select 'invoice' as entity_type, s.invoice_id::text as entity_id, ${named('count(*)', 's.address')}
                from invoice_sending s
               where s.tenant_id = $1 and s.status = 'SENT' and not s.is_repeat and s.purpose = 'DOCUMENT'
               group by s.invoice_id, s.channel, s.address having count(*) > 1`,
      },
    ],
  },
]
