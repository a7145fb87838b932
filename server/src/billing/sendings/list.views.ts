import type { countSendings, Sending } from '@cartage/contract/billing/app/sending'
import { sendingStatuses } from '@cartage/contract/billing/app/sending'
import type { Answer } from '@cartage/contract/endpoint'
import { sql } from 'kysely'
import { down, oneOf, up } from '../../db/list/declare.ts'
import { List } from '../../db/list.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { KeptSentence } from '../../http/kept-sentence.ts'

/** Filters of sendings. Undefined members and empty lists filter nothing. */
export interface SendingFilters {
  q?: string | undefined
  status: readonly string[]
  channel: readonly string[]
  purpose: readonly string[]
  company_id?: string | undefined
}

/** A sending in the list. Its failure is not translated yet. */
export type ListedSending = Omit<Sending, 'failure'> & { failure: KeptSentence | null }

/** Counting stops here for each state. */
const mostCounted = 10_000
/** Maximum documents matched by a search text. */
const mostFound = 2_000

const selectFound = statement(
  'billing.search_sendings',
  `select s.sending_id from invoice i
     join invoice_sending s on s.tenant_id = $1 and s.invoice_id = i.invoice_id
    where i.tenant_id = $1 and i.name >= $2 and i.name < $3 limit ${mostFound}`,
)

const nameOf = (of: string) => `(select u.name from app_user u where u.tenant_id = $1 and u.user_id::text = ${of})`

/** SQL: the sending `s` needs a person: it failed or may have, is undecided and was not sent again. */
export const needsPerson = `(s.status in ('FAILED', 'UNKNOWN') and s.finished_by is null
  and not exists (select from invoice_sending r where r.tenant_id = $1 and r.repeat_of = s.sending_id))`

const selectRows = statement(
  'billing.list_sending_rows',
  `select s.sending_id, s.invoice_id, coalesce(i.name, i.external_name, '') as document, i.kind, i.company_id,
          k.name as company_name, s.channel, s.address, s.purpose, s.reminder ->> 'name' as reminder_level, s.status, s.failure, s.attempts,
          s.repeat_of,
          exists (select from invoice_sending r where r.tenant_id = $1 and r.repeat_of = s.sending_id) as has_repeat,
          ${nameOf('s.requested_by')} as requested_by, ${instant('s.created_at')} as created_at,
          ${instant('s.started_at')} as started_at, ${instant('s.finished_at')} as finished_at,
          ${nameOf('s.finished_by')} as finished_by
     from invoice_sending s
     join invoice i on i.tenant_id = $1 and i.invoice_id = s.invoice_id
     join company k on k.tenant_id = $1 and k.company_id = i.company_id
    where s.tenant_id = $1 and s.sending_id = any ($2::uuid[])`,
)

const byCreation = [down('s.created_at', 'timestamptz'), down('s.sending_id', 'uuid')]

/** Sendings as rows of the list, by their ids. */
export async function readSendings(tx: Tx, ids: readonly string[]): Promise<ListedSending[]> {
  return ids.length === 0 ? [] : await tx.query<ListedSending>(selectRows, ids)
}

/** The list of sendings. */
export const sendings = new List<SendingFilters, 'newest' | 'oldest', ListedSending>({
  from: 'invoice_sending as s',
  id: 's.sending_id',
  filters: {
    q: {
      find: async (tx, text) =>
        (await tx.query<{ sending_id: string }>(selectFound, text, `${text}\uffff`)).map((row) => row.sending_id),
    },
    status: oneOf('s.status'),
    channel: oneOf('s.channel'),
    purpose: oneOf('s.purpose'),
    company_id: (company) =>
      company === undefined
        ? undefined
        : sql<boolean>`exists (select from invoice i where i.tenant_id = s.tenant_id and i.invoice_id = s.invoice_id
            and i.company_id = ${company}::uuid)`,
  },
  sorts: {
    newest: byCreation,
    oldest: [up('s.created_at', 'timestamptz'), up('s.sending_id', 'uuid')],
  },
  walk: byCreation,
  each: (filters) => ({
    of: up('s.status'),
    filter: 'status',
    values: filters.status.length === 0 ? sendingStatuses : filters.status,
  }),
  values: { status: sql.ref('s.status'), channel: sql.ref('s.channel'), purpose: sql.ref('s.purpose') },
  counted: { most: mostCounted, keys: byCreation },
  read: readSendings,
  idOf: ({ sending_id }) => sending_id,
})

/** Number of sendings by state, channel and purpose, each with the other filters applied. */
export async function countAll(tx: Tx, filters: SendingFilters): Promise<Answer<typeof countSendings>> {
  const counted = (without: 'status' | 'channel' | 'purpose') =>
    sendings.open(tx, { ...filters, [without]: [] }, undefined).countBy(without)
  const [by_status, by_channel, by_purpose] = await Promise.all([
    counted('status'),
    counted('channel'),
    counted('purpose'),
  ])
  return { by_status, by_channel, by_purpose }
}
