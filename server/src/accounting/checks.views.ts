import type { Sentence } from '@cartage/contract/said'
import { findUnrepeatable } from '../charges/rating/recheck.views.ts'
import { type Statement, statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { periodHash } from './periods/views.ts'

/** A row that breaks an invariant. */
export interface Breach {
  entity_type: string
  entity_id: string
  detail: string
}

/** One invariant of money. */
export interface Check {
  number: number
  title: Sentence
  statement: Statement
}

/** Rows of each check that are shown; more mean the same. */
export const mostShown = 100

/** SQL: digits of the smallest unit of a currency. */
const digits = (currency: string) => `(case
  when ${currency} = any ('{BHD,IQD,JOD,KWD,LYD,OMR,TND}') then 3
  when ${currency} = any ('{BIF,CLP,DJF,GNF,ISK,JPY,KMF,KRW,PYG,RWF,UGX,UYI,VND,VUV,XAF,XOF,XPF}') then 0 else 2 end)`

const isFinal = (of: string) => `${of}.content_hash is not null`

/** Each statement finds what breaks the invariant: a kind of record, its id, and what is wrong. */
const found: readonly { message: Sentence; sql: string }[] = [
  {
    message: 'A finished order is settled or listed with what it waits for',
    sql: `select 'order' as entity_type, o.order_id::text as entity_id,
            case when u.order_id is null then 'is neither settled nor listed' else 'is settled and listed' end as detail
       from transport_order o
      cross join lateral (
        select count(*) as live, count(*) filter (where c.status = 'CREATED') as open
          from charge c where c.tenant_id = $1 and c.order_id = o.order_id and c.side = 'SALES' and c.status <> 'WITHDRAWN') s
       left join unbilled_order u on u.tenant_id = $1 and u.order_id = o.order_id
      where o.tenant_id = $1 and (o.status = 'COMPLETED' or (o.status = 'CANCELLED' and s.live > 0))
        -- Without a card nothing is rated, and only orders with charges are billed.
        and (s.live > 0 or u.order_id is not null
             or exists (select from rate_version v join rate_record x on x.tenant_id = $1 and x.rate_record_id = v.rate_record_id
                         where v.tenant_id = $1 and x.kind = 'RATE_CARD' and x.side = 'SALES'))
        -- Jobs rate what was completed before the first card, and what could not be rated with others.
        and not exists (select from job j
                         where j.tenant_id = $1 and (j.kind = 'charges.follow_rates'
                            or (j.kind = 'charges.rate_alone' and j.payload ->> 'subject_id' = o.order_id::text)))
        and not exists (select from rating_due d
                         where d.tenant_id = $1 and d.subject_type = 'ORDER' and d.subject_id = o.order_id)
        and (s.live > 0 and s.open = 0) = (u.order_id is not null)
     union all
     select 'order', u.order_id::text, 'is listed and not finished'
       from unbilled_order u
       left join transport_order o on o.tenant_id = $1 and o.order_id = u.order_id
      where u.tenant_id = $1 and coalesce(o.status, '') not in ('COMPLETED', 'CANCELLED')`,
  },
  {
    message: 'A charge is on one live line, and the parts of a line are the whole of it',
    sql: `select 'charge' as entity_type, c.charge_id::text as entity_id, 'is on ' || count(*) || ' live lines' as detail
       from invoice_line_charge c where c.tenant_id = $1 and c.is_live group by c.charge_id having count(*) > 1
     union all
     select 'invoice_line', l.invoice_line_id::text, 'has parts that add up to ' || sum(p.fraction) || ' of it'
       from invoice_line l join invoice_line_item p on p.tenant_id = $1 and p.invoice_line_id = l.invoice_line_id
      where l.tenant_id = $1 group by l.invoice_line_id, l.amount having sum(p.fraction) <> 1 or sum(p.amount) <> l.amount`,
  },
  {
    message: 'Numbers have no gap, no number comes twice, and no draft has one',
    sql: `select 'number_range' as entity_type, i.number_range_id::text as entity_id,
            'has ' || count(*) || ' documents from ' || min(i.number_counted) || ' to ' || max(i.number_counted) as detail
       from invoice i where i.tenant_id = $1 and i.number_counted is not null
      group by i.number_range_id, i.number_scope, i.number_period
     having count(distinct i.number_counted) <> max(i.number_counted) - min(i.number_counted) + 1
         or count(*) <> count(distinct i.number_counted)
     union all
     select 'number_range', c.number_range_id::text,
            'has counted to ' || c.last_number || ' from ' || r.first_number || ', and has '
              || coalesce(d.documents, 0) || ' documents'
       from number_range_counter c
       join number_range r on r.tenant_id = $1 and r.number_range_id = c.number_range_id and r.is_gapless
                          and r.applies_to in ('INVOICE', 'CREDIT_NOTE', 'SELF_BILLING_INVOICE')
       left join lateral (
         select count(*) as documents, max(i.number_counted) as last from invoice i
          where i.tenant_id = $1 and i.number_range_id = c.number_range_id and i.number_period = c.period
            and i.number_scope = c.scope) d on true
      where c.tenant_id = $1 and (d.last is distinct from c.last_number or d.documents <> c.last_number - r.first_number + 1)
     union all
     select 'invoice', i.invoice_id::text, 'is a draft with a number'
       from invoice i
      where i.tenant_id = $1 and not ${isFinal('i')} and (i.number_counted is not null or i.name is not null)`,
  },
  // CHECK-4: suppliers date their documents themselves.
  {
    message: 'A higher number never has an earlier date',
    sql: `select 'invoice' as entity_type, d.invoice_id::text as entity_id,
            d.name || ' of ' || d.date || ' comes after a document of ' || d.before as detail
       from (select i.invoice_id, i.name, i.date, lag(i.date) over (
                      partition by i.number_range_id, i.number_scope, i.number_period order by i.number_counted) as before
               from invoice i
              where i.tenant_id = $1 and i.number_counted is not null and i.origin <> 'INTAKE') d
      where d.before > d.date`,
  },
  {
    message: 'Lines, discounts, VAT and totals of a document add up',
    sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id, coalesce(i.name, '') || ' does not add up' as detail
       from invoice i
      where i.tenant_id = $1 and ${isFinal('i')}
        and ((select coalesce(sum(l.amount), 0) from invoice_line l
               where l.tenant_id = $1 and l.invoice_id = i.invoice_id) <> i.sum_lines
          or i.sum_lines + (select coalesce(sum(case when a ->> 'kind' = 'CHARGE' then (a ->> 'amount')::numeric
                                                     else -(a ->> 'amount')::numeric end), 0)
                              from jsonb_array_elements(coalesce(i.content -> 'adjustments', '[]')) a) <> i.total_excl_tax
          or (select coalesce(sum(t.tax), 0) from invoice_tax t
               where t.tenant_id = $1 and t.invoice_id = i.invoice_id) <> i.total_tax
          or i.total_excl_tax + i.total_tax <> i.total_incl_tax)`,
  },
  {
    message: 'VAT is the rate of its base, rounded once',
    sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id,
            coalesce(i.name, '') || ': VAT ' || t.tax || ' of ' || t.base || ' at ' || coalesce(t.percentage, 0) || ' %' as detail
       from invoice i join invoice_tax t on t.tenant_id = $1 and t.invoice_id = i.invoice_id
      where i.tenant_id = $1 and ${isFinal('i')}
        and abs(t.tax - round(t.base * coalesce(t.percentage, 0) / 100, ${digits('i.currency')}))
            > case when i.credited_invoice_id is null and i.origin <> 'INTAKE' then 0 else 0.99 end`,
  },
  {
    message: 'The hash of a document is that of what it says',
    sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id, i.name || ' was changed' as detail
       from invoice i
      where i.tenant_id = $1 and ${isFinal('i')}
        and i.content_hash <> sha256(convert_to(i.content::text, 'UTF8'))`,
  },
  {
    message: 'Credit notes never exceed their invoice',
    sql: `select 'invoice_line' as entity_type, l.invoice_line_id::text as entity_id,
            'is credited with ' || sum(c.amount) || ' of ' || l.amount as detail
       from invoice_line c
       join invoice n on n.tenant_id = $1 and n.invoice_id = c.invoice_id and ${isFinal('n')}
       join invoice_line l on l.tenant_id = $1 and l.invoice_line_id = c.credited_line_id
      where c.tenant_id = $1 and c.credited_line_id is not null
      group by l.invoice_line_id, l.amount having abs(sum(c.amount)) > abs(l.amount)
     union all
     select 'invoice', t.invoice_id::text,
            'VAT ' || t.category || ' is credited with ' || c.tax || ' of ' || t.tax || ', base ' || c.base || ' of ' || t.base
       from invoice_tax t
      cross join lateral (
        select sum(x.base) as base, sum(x.tax) as tax
          from invoice n join invoice_tax x on x.tenant_id = $1 and x.invoice_id = n.invoice_id
         where n.tenant_id = $1 and n.credited_invoice_id = t.invoice_id and ${isFinal('n')}
           and x.category = t.category and coalesce(x.percentage, 0) = coalesce(t.percentage, 0)) c
      where t.tenant_id = $1 and (abs(c.base) > abs(t.base) or abs(c.tax) > abs(t.tax))`,
  },
  {
    message: 'Nothing was booked in a month that was closed',
    sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id,
            i.name || ' was booked in ' || to_char(m.month, 'YYYY-MM') || ' after it was closed' as detail
       from booking_period m
       join invoice i on i.tenant_id = $1 and i.billing_entity_id = m.billing_entity_id and i.booking_date >= m.month
                     and i.booking_date < m.month + interval '1 month' and ${isFinal('i')}
      where m.tenant_id = $1 and m.status = 'CLOSED' and i.finalised_at > m.changed_at
     union all
     select 'invoice', i.invoice_id::text, i.name || ' is ' || i.posting || ', and ' || to_char(m.month, 'YYYY-MM') || ' is closed'
       from booking_period m
       join invoice i on i.tenant_id = $1 and i.billing_entity_id = m.billing_entity_id and i.booking_date >= m.month
                     and i.booking_date < m.month + interval '1 month' and i.status = 'INVOICED'
      where m.tenant_id = $1 and m.status = 'CLOSED' and coalesce(i.carried_over_to <= i.booking_date, true)
     union all
     select 'booking_period', m.billing_entity_id || ' ' || to_char(m.month, 'YYYY-MM'), 'has changed since it was closed'
       from booking_period m
      where m.tenant_id = $1 and m.status = 'CLOSED' and m.content_hash is not null
        and m.content_hash <> ${periodHash('m.billing_entity_id', 'm.month')}`,
  },
  {
    message: 'A document that is to be posted has a task or a job that creates it',
    sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id,
            i.name || ' is ' || i.posting || ', its last task ' || coalesce(t.status, 'missing') as detail
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
  {
    message: 'A document is posted exactly when its task is completed, and its charges with it',
    sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id, i.name || ' is ' || i.status as detail
       from invoice i
      where i.tenant_id = $1 and (i.status = 'INVOICE_POSTED') <> exists (
        select from task t where t.tenant_id = $1 and t.invoice_id = i.invoice_id and t.status = 'COMPLETED')
     union all
     select 'charge', c.charge_id::text, 'is ' || c.status || ' on a document that is ' || i.status
       from invoice i
       join invoice_line l on l.tenant_id = $1 and l.invoice_id = i.invoice_id
       join invoice_line_charge x on x.tenant_id = $1 and x.invoice_line_id = l.invoice_line_id and x.is_live
       join charge c on c.tenant_id = $1 and c.charge_id = x.charge_id
      where i.tenant_id = $1 and (i.status = 'INVOICE_POSTED') <> (c.status = 'INVOICE_POSTED')
     union all
     select 'charge', c.charge_id::text, 'is INVOICE_POSTED and on no document'
       from charge c
      where c.tenant_id = $1 and c.status = 'INVOICE_POSTED'
        and not exists (select from invoice_line_charge x where x.tenant_id = $1 and x.charge_id = c.charge_id and x.is_live)`,
  },
  {
    message: 'Entries balance, and a document has one, with its VAT, on its booking date',
    sql: `select 'posting' as entity_type, p.posting_id::text as entity_id,
            'entry ' || p.entry_number || ' of ' || p.year || ' does not balance' as detail
       from posting p
      where p.tenant_id = $1 and not exists (
        select from posting_line l where l.tenant_id = $1 and l.posting_id = p.posting_id
        having sum(l.debit) = sum(l.credit) and sum(l.amount_currency) = 0)
     union all
     select 'posting', p.posting_id::text,
            'entry ' || p.entry_number || ' of ' || p.year || ': VAT ' || coalesce(t.tax_code, '') || ' is '
              || coalesce(v.booked, 0) || ', on the document ' || t.tax
       from posting p
       join invoice i on i.tenant_id = $1 and i.invoice_id = p.invoice_id
      cross join lateral (
        select t.tax_code, sum(t.tax) as tax from invoice_tax t
         where t.tenant_id = $1 and t.invoice_id = p.invoice_id group by t.tax_code) t
      cross join lateral (
        select sum(l.amount_currency) as booked from posting_line l
         where l.tenant_id = $1 and l.posting_id = p.posting_id and l.tax_base is not null
           and l.tax_code is not distinct from t.tax_code) v
      where p.tenant_id = $1 and coalesce(v.booked, 0)
            <> t.tax * case when i.kind in ('SALES_INVOICE', 'PURCHASE_CREDIT_NOTE') then -1 else 1 end
                     * case when p.is_reversal then -1 else 1 end
     union all
     select 'invoice', p.invoice_id::text, 'is booked ' || sum(case when p.is_reversal then -1 else 1 end) || ' times'
       from posting p where p.tenant_id = $1
      group by p.invoice_id having sum(case when p.is_reversal then -1 else 1 end) <> 1
     union all
     select 'posting', p.posting_id::text, 'entry ' || p.entry_number || ' of ' || p.year || ' is booked on '
            || p.booking_date || ', its document on ' || greatest(i.booking_date, i.carried_over_to)
       from invoice i join lateral (
         select p.* from posting p where p.tenant_id = $1 and p.invoice_id = i.invoice_id and not p.is_reversal
          order by p.booking_date desc limit 1) p on true
      where i.tenant_id = $1 and ${isFinal('i')} and p.booking_date <> greatest(i.booking_date, i.carried_over_to)`,
  },
  {
    message: 'A document in another currency has its rate and both amounts',
    sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id, i.name || ' lacks its rate or its VAT in '
            || i.accounting_currency as detail
       from invoice i
      where i.tenant_id = $1 and ${isFinal('i')} and i.currency <> i.accounting_currency
        and ((i.content #>> '{exchange,rate}') is null or (i.content #>> '{exchange,rate_date}') is null
          or i.accounting_tax is null or i.accounting_excl_tax is null
          or (i.content #>> '{exchange,vat}')::numeric is distinct from i.accounting_tax)`,
  },
  {
    message: 'Shares of costs and of shipments add up',
    sql: `select 'charge' as entity_type, c.charge_id::text as entity_id,
            'has shares of ' || sum(s.amount) || ' of ' || c.amount as detail
       from charge c join cost_share s on s.tenant_id = $1 and s.charge_id = c.charge_id
      where c.tenant_id = $1 group by c.charge_id, c.amount having sum(s.amount) <> c.amount
     union all
     select 'rating_group', g.rating_group_id::text, k.key || ' has shares of ' || coalesce(s.sum, 0) || ' of ' || k.value
       from rating_group g
      cross join lateral jsonb_each_text(g.amounts) k
      cross join lateral (
        select sum((r.shares ->> k.key)::numeric) as sum from rating r
         where r.tenant_id = $1 and r.rating_group_id = g.rating_group_id) s
      where g.tenant_id = $1 and g.frozen_at is null and coalesce(s.sum, 0) <> k.value::numeric`,
  },
  {
    message: 'A charge that was rated has its rating, and the facts of it give the amount again',
    sql: `select 'charge' as entity_type, c.charge_id::text as entity_id, 'was rated, and there is no rating' as detail
       from charge c
      where c.tenant_id = $1 and c.origin = 'RATED' and c.status = 'CREATED' and not exists (
        select from rating r where r.tenant_id = $1 and r.side = c.side
           and ((r.subject_type = 'ORDER' and r.subject_id = c.order_id) or (r.subject_type = 'TRIP' and r.subject_id = c.trip_id)))`,
  },
  {
    message: 'An override survives',
    sql: `select 'charge' as entity_type, c.charge_id::text as entity_id,
            'is ' || c.amount || ', and was set to ' || (c.override -> 'amount' ->> 'value') as detail
       from charge c
      where c.tenant_id = $1 and c.status <> 'WITHDRAWN' and c.override -> 'amount' ->> 'value' is not null
        and (c.override -> 'amount' ->> 'value')::numeric <> c.amount`,
  },
  {
    message: 'A supplier has each number once',
    sql: `select 'company' as entity_type, i.company_id::text as entity_id, 'sent ' || min(i.external_name) || ' twice' as detail
       from invoice i where i.tenant_id = $1 and i.external_name is not null and i.status <> 'REJECTED'
      group by i.company_id, i.kind, lower(regexp_replace(i.external_name, '\\s', '', 'g')) having count(*) > 1`,
  },
  {
    message: 'A task has at most one lease, and a document is sent once',
    sql: `select 'task' as entity_type, t.task_id::text as entity_id, 'is ' || t.status || ' with a lease' as detail
       from task t where t.tenant_id = $1 and t.lease_token is not null and t.status <> 'TODO'
     union all
     select 'invoice', s.invoice_id::text, 'was sent ' || count(*) || ' times to ' || s.address
       from invoice_sending s
      where s.tenant_id = $1 and s.status = 'SENT' and not s.is_repeat and s.purpose = 'DOCUMENT'
      group by s.invoice_id, s.channel, s.address having count(*) > 1`,
  },
  {
    message: 'A document of ours has its files or a job that writes them',
    sql: `select 'invoice' as entity_type, i.invoice_id::text as entity_id, i.name || ' has no file' as detail
       from invoice i
      where i.tenant_id = $1 and ${isFinal('i')} and (i.kind in ('SALES_INVOICE', 'SALES_CREDIT_NOTE') or i.is_self_billed)
        and not exists (select from job j where j.tenant_id = $1 and j.kind = 'billing.make_files'
                          and j.payload ->> 'invoice_id' = i.invoice_id::text)
        and (not exists (select from invoice_file f
                          where f.tenant_id = $1 and f.invoice_id = i.invoice_id and f.kind in ('PDF', 'FACTUR_X'))
          or (i.content #> '{buyer,electronic_address}' <> 'null'
              and not exists (select from invoice_file f
                               where f.tenant_id = $1 and f.invoice_id = i.invoice_id and f.kind in ('UBL', 'FACTUR_X'))))`,
  },
  {
    message: 'A line has one VAT category, and a document one reason for each',
    sql: `select 'invoice_line' as entity_type, l.invoice_line_id::text as entity_id, 'has no VAT category' as detail
       from invoice i join invoice_line l on l.tenant_id = $1 and l.invoice_id = i.invoice_id
      where i.tenant_id = $1 and ${isFinal('i')} and (l.tax ->> 'category') is null
     union all
     select 'invoice', t.invoice_id::text, 'has VAT categories ' || string_agg(distinct t.category, ', ')
       from invoice_tax t join invoice i on i.tenant_id = $1 and i.invoice_id = t.invoice_id and ${isFinal('i')}
      where t.tenant_id = $1 group by t.invoice_id
     having bool_or(t.category = 'O') and count(distinct t.category) > 1
     union all
     select 'invoice', t.invoice_id::text, 'has several reasons for VAT ' || t.category
       from invoice_tax t join invoice i on i.tenant_id = $1 and i.invoice_id = t.invoice_id and ${isFinal('i')}
      where t.tenant_id = $1 and t.category in ('E', 'AE', 'O') group by t.invoice_id, t.category
     having count(distinct coalesce(t.vatex_code, t.reason, '')) > 1`,
  },
]

/** CHECK-1: the invariants of money in their order, each one statement that finds what breaks it. */
export const checks: readonly Check[] = found.map(({ message, sql }, at) => ({
  number: at + 1,
  title: message,
  statement: statement(
    `accounting.check_${at + 1}`,
    `select b.entity_type, b.entity_id, b.detail, count(*) over ()::integer as total from (${sql}) b
      order by b.entity_type, b.entity_id, b.detail limit ${mostShown}`,
  ),
}))

/** What a check found. */
export interface CheckResult {
  number: number
  title: Sentence
  /** Rows that break it; the first ones of them. */
  breaches: number
  rows: Breach[]
}

/** How thorough a check is. */
export interface CheckDepth {
  /** Ratings that are calculated again, the last ones; null: all. */
  readonly ratings: number | null
}

/** Number of the invariant that needs the rating engine as well as SQL. */
const ofRatings = 15

/** CHECK-2, CHECK-3: runs every check of a tenant, in the transaction it is given. */
export async function runChecks(tx: Tx, depth?: CheckDepth): Promise<CheckResult[]> {
  return await runChecksTogether([tx], depth)
}

/** The same in several transactions that see one moment, each of which takes the next check when it is free. */
export async function runChecksTogether(
  readers: readonly Tx[],
  { ratings }: CheckDepth = { ratings: 500 },
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  const waiting = [...checks]
  const work = async (tx: Tx) => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      results[check.number - 1] = await runCheck(tx, check, ratings)
    }
  }
  await Promise.all(readers.map(work))
  return results
}

async function runCheck(tx: Tx, { number, title, statement }: Check, ratings: number | null): Promise<CheckResult> {
  const found = await tx.query<Breach & { total: number }>(statement)
  const more: Breach[] = number === ofRatings ? await findUnrepeatable(tx, ratings) : []
  const breaches = (found[0]?.total ?? 0) + more.length
  const rows = [...found.map(({ total: _total, ...row }) => row), ...more].slice(0, mostShown)
  return { number, title, breaches, rows }
}
