import { msg } from '@cartage/contract/message'
import { spokenDate } from '@cartage/contract/message-days'
import { type Invariant, isFinal, named, none } from './invariant.views.ts'

/** SQL: decimal places of a currency. */
const digits = (currency: string) => `(case
  when ${currency} = any ('{BHD,IQD,JOD,KWD,LYD,OMR,TND}') then 3
  when ${currency} = any ('{BIF,CLP,DJF,GNF,ISK,JPY,KMF,KRW,PYG,RWF,UGX,UYI,VND,VUV,XAF,XOF,XPF}') then 0 else 2 end)`

/** Invariants of document numbers, totals, VAT and files. */
export const documentInvariants: readonly Invariant[] = [
  {
    number: 3,
    message: 'Invoice numbers have no gaps and no repeats, and drafts have none',
    faults: [
      {
        says: ([documents = '', first = '', last = '']) =>
          msg`This number range has ${documents} documents from ${first} to ${last}.`,
        sql: `select 'number_range' as entity_type, i.number_range_id::text as entity_id,
                     ${named('count(*)', 'min(i.number_counted)', 'max(i.number_counted)')}
                from invoice i where i.tenant_id = $1 and i.number_counted is not null
               group by i.number_range_id, i.number_scope, i.number_period
              having count(distinct i.number_counted) <> max(i.number_counted) - min(i.number_counted) + 1
                  or count(*) <> count(distinct i.number_counted)`,
      },
      {
        says: ([last = '', first = '', documents = '']) =>
          msg`This number range has counted from ${first} to ${last}, and has ${documents} documents.`,
        sql: `select 'number_range' as entity_type, c.number_range_id::text as entity_id,
                     ${named('c.last_number', 'r.first_number', 'coalesce(d.documents, 0)')}
                from number_range_counter c
                join number_range r on r.tenant_id = $1 and r.number_range_id = c.number_range_id and r.is_gapless
                                   and r.applies_to in ('INVOICE', 'CREDIT_NOTE', 'SELF_BILLING_INVOICE')
                left join lateral (
                  select count(*) as documents, max(i.number_counted) as last from invoice i
                   where i.tenant_id = $1 and i.number_range_id = c.number_range_id and i.number_period = c.period
                     and i.number_scope = c.scope) d on true
               where c.tenant_id = $1
                 and (d.last is distinct from c.last_number or d.documents <> c.last_number - r.first_number + 1)`,
      },
      {
        says: () => msg`This document is a draft and has a number.`,
        sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id, ${none}
                from invoice i
               where i.tenant_id = $1 and not ${isFinal('i')} and (i.number_counted is not null or i.name is not null)`,
      },
    ],
  },
  {
    // CHECK-4: suppliers choose the dates of their documents.
    number: 4,
    message: 'A later number never has an earlier date',
    faults: [
      {
        says: ([name = '', date = '', before = '']) =>
          msg`${name} of ${spokenDate(date)} comes after a document of ${spokenDate(before)}.`,
        sql: `select 'invoice' as entity_type, d.invoice_id::text as entity_id, ${named('d.name', 'd.date', 'd.before')}
                from (select i.invoice_id, i.name, i.date, lag(i.date) over (
                               partition by i.number_range_id, i.number_scope, i.number_period order by i.number_counted) as before
                        from invoice i
                       where i.tenant_id = $1 and i.number_counted is not null and i.origin <> 'INTAKE') d
               where d.before > d.date`,
      },
    ],
  },
  {
    number: 5,
    message: 'Lines, discounts, VAT and totals of a document add up',
    faults: [
      {
        says: ([name = '']) => msg`${name} does not add up.`,
        sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id, ${named('i.name')}
                from invoice i
                left join (select l.invoice_id, sum(l.amount) as amount from invoice_line l where l.tenant_id = $1
                            group by l.invoice_id) l on l.invoice_id = i.invoice_id
                left join (select t.invoice_id, sum(t.tax) as tax from invoice_tax t where t.tenant_id = $1
                            group by t.invoice_id) t on t.invoice_id = i.invoice_id
               where i.tenant_id = $1 and ${isFinal('i')}
                 and (coalesce(l.amount, 0) <> i.sum_lines
                   or i.sum_lines + (
                        select coalesce(sum(case when a ->> 'kind' = 'CHARGE' then (a ->> 'amount')::numeric
                                                 else -(a ->> 'amount')::numeric end), 0)
                          from jsonb_array_elements(i.adjustments) a) <> i.total_excl_tax
                   or coalesce(t.tax, 0) <> i.total_tax
                   or i.total_excl_tax + i.total_tax <> i.total_incl_tax)`,
      },
    ],
  },
  {
    number: 6,
    message: 'VAT is calculated from its base and rounded once',
    faults: [
      {
        says: ([name = '', tax = '', base = '', percentage = '']) =>
          msg`VAT of ${name} is ${tax} of ${base} at ${percentage} %.`,
        sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id,
                     ${named('i.name', 't.tax', 't.base', 'coalesce(t.percentage, 0)')}
                from invoice i join invoice_tax t on t.tenant_id = $1 and t.invoice_id = i.invoice_id
               where i.tenant_id = $1 and ${isFinal('i')}
                 and abs(t.tax - round(t.base * coalesce(t.percentage, 0) / 100, ${digits('i.currency')}))
                     > case when i.credited_invoice_id is null and i.origin <> 'INTAKE' then 0 else 0.99 end`,
      },
    ],
  },
  {
    number: 7,
    message: 'Finalised documents are unchanged',
    faults: [
      {
        says: ([name = '']) => msg`${name} was changed after it was finalised.`,
        sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id, ${named('i.name')}
                from invoice i
               where i.tenant_id = $1 and ${isFinal('i')}
                 and i.content_hash <> sha256(convert_to(i.content::text, 'UTF8'))`,
      },
    ],
  },
  {
    number: 8,
    message: 'Credit notes never exceed their invoice',
    faults: [
      {
        says: ([credited = '', amount = '']) => msg`This line is credited with ${credited} of ${amount}.`,
        sql: `select 'invoice_line' as entity_type, l.invoice_line_id::text as entity_id, ${named('sum(c.amount)', 'l.amount')}
                from invoice_line c
                join invoice n on n.tenant_id = $1 and n.invoice_id = c.invoice_id and ${isFinal('n')}
                join invoice_line l on l.tenant_id = $1 and l.invoice_line_id = c.credited_line_id
               where c.tenant_id = $1 and c.credited_line_id is not null
               group by l.invoice_line_id, l.amount having abs(sum(c.amount)) > abs(l.amount)`,
      },
      {
        says: ([category = '', credited = '', tax = '', credited_base = '', base = '']) =>
          msg`VAT ${category} is credited with ${credited} of ${tax}, and its base with ${credited_base} of ${base}.`,
        sql: `select 'invoice' as entity_type, t.invoice_id::text as entity_id,
                     ${named('t.category', 'c.tax', 't.tax', 'c.base', 't.base')}
                from (select n.credited_invoice_id, x.category, coalesce(x.percentage, 0) as percentage,
                             sum(x.base) as base, sum(x.tax) as tax
                        from invoice n join invoice_tax x on x.tenant_id = $1 and x.invoice_id = n.invoice_id
                       where n.tenant_id = $1 and n.credited_invoice_id is not null and ${isFinal('n')}
                       group by n.credited_invoice_id, x.category, coalesce(x.percentage, 0)) c
                join invoice_tax t on t.tenant_id = $1 and t.invoice_id = c.credited_invoice_id and t.category = c.category
                                  and coalesce(t.percentage, 0) = c.percentage
               where t.tenant_id = $1 and (abs(c.base) > abs(t.base) or abs(c.tax) > abs(t.tax))`,
      },
    ],
  },
  {
    number: 13,
    message: 'A document in another currency has its rate and both amounts',
    faults: [
      {
        says: ([name = '', currency = '']) => msg`${name} lacks its rate or its VAT in ${currency}.`,
        sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id, ${named('i.name', 'i.accounting_currency')}
                from invoice i
               where i.tenant_id = $1 and ${isFinal('i')} and i.currency <> i.accounting_currency
                 and ((i.content #>> '{exchange,rate}') is null or (i.content #>> '{exchange,rate_date}') is null
                   or i.accounting_tax is null or i.accounting_excl_tax is null
                   or (i.content #>> '{exchange,vat}')::numeric is distinct from i.accounting_tax)`,
      },
    ],
  },
  {
    number: 17,
    message: 'No invoice number of a supplier is entered twice',
    faults: [
      {
        says: ([name = '']) => msg`This company sent ${name} twice.`,
        sql: `select 'company' as entity_type, i.company_id::text as entity_id, ${named('min(i.external_name)')}
                from invoice i where i.tenant_id = $1 and i.external_name is not null and i.status <> 'REJECTED'
               group by i.company_id, i.kind, lower(regexp_replace(i.external_name, '\\s', '', 'g')) having count(*) > 1`,
      },
    ],
  },
  {
    number: 19,
    message: 'Each of our documents has its files, or a job that writes them',
    faults: [
      {
        says: ([name = '']) => msg`${name} has no file.`,
        // The content of a document is large, so it is read only if the file that depends on it is missing.
        sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id, ${named('i.name')}
                from invoice i
                left join (select f.invoice_id, bool_or(f.kind in ('PDF', 'FACTUR_X')) as is_drawn,
                                  bool_or(f.kind in ('UBL', 'FACTUR_X')) as is_structured
                             from invoice_file f where f.tenant_id = $1 group by f.invoice_id) f on f.invoice_id = i.invoice_id
               where i.tenant_id = $1 and ${isFinal('i')} and (i.kind in ('SALES_INVOICE', 'SALES_CREDIT_NOTE') or i.is_self_billed)
                 and case when not coalesce(f.is_drawn, false) then true
                          when f.is_structured then false
                          else i.content #> '{buyer,electronic_address}' <> 'null' end
                 and not exists (select from job j where j.tenant_id = $1 and j.kind = 'billing.make_files'
                                   and j.payload ->> 'invoice_id' = i.invoice_id::text)`,
      },
    ],
  },
  {
    number: 20,
    message: 'Each line has one VAT category, and a document gives one reason for each',
    faults: [
      {
        says: () => msg`This line has no VAT category.`,
        sql: `select 'invoice_line' as entity_type, l.invoice_line_id::text as entity_id, ${none}
                from invoice_line l join invoice i on i.tenant_id = $1 and i.invoice_id = l.invoice_id and ${isFinal('i')}
               where l.tenant_id = $1 and (l.tax ->> 'category') is null`,
      },
      {
        says: ([categories = '']) => msg`This document has the VAT categories ${categories}, which do not go together.`,
        sql: `select 'invoice' as entity_type, t.invoice_id::text as entity_id,
                     ${named(`string_agg(distinct t.category, ', ')`)}
                from invoice_tax t join invoice i on i.tenant_id = $1 and i.invoice_id = t.invoice_id and ${isFinal('i')}
               where t.tenant_id = $1 group by t.invoice_id
              having bool_or(t.category = 'O') and count(distinct t.category) > 1`,
      },
      {
        says: ([category = '']) => msg`This document has several reasons for VAT ${category}.`,
        sql: `select 'invoice' as entity_type, t.invoice_id::text as entity_id, ${named('t.category')}
                from invoice_tax t join invoice i on i.tenant_id = $1 and i.invoice_id = t.invoice_id and ${isFinal('i')}
               where t.tenant_id = $1 and t.category in ('E', 'AE', 'O') group by t.invoice_id, t.category
              having count(distinct coalesce(t.vatex_code, t.reason, '')) > 1`,
      },
    ],
  },
]
