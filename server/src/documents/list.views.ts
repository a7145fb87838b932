import type { countDocuments as contract } from '@cartage/contract/documents/app/list'
import type { ListedDocument, listLatestDocuments } from '@cartage/contract/documents/app/record'
import type { Answer, Input } from '@cartage/contract/endpoint'
import { endOfPrefix } from '@cartage/contract/reading/fold'
import { sql } from 'kysely'
import { down, oneOf, up } from '../db/list/declare.ts'
import { List } from '../db/list.ts'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { findRecordIds } from '../search/views.ts'
import type { SubjectKind } from './access.rules.ts'
import { ofKinds, subjectKind } from './access.views.ts'
import { shown } from './latest.views.ts'

type Query = Input<typeof listLatestDocuments>['query']

/** Filters of the list from the query, and the kinds of documents that the reader may see (DOC-10). */
export interface DocumentFilters extends Omit<Query, 'offset' | 'limit' | 'sort'> {
  readable: readonly SubjectKind[]
}
type DocumentSort = Query['sort']

/** Most documents counted. */
const mostCounted = 100_000
/** Most documents found by a text: a text with more results shows some of them and has to be longer. */
const mostFound = 2_000
/** Most orders that a text may find. */
const mostOrders = 200

// Only the indexes by these columns have a condition on the length; without it no index would be used.
const selectFound = statement(
  'documents.search',
  `select d.document_id from document d where d.tenant_id = $1 and d.name_key >= $2 and d.name_key < $3
   union
   select d.document_id from document d
    where d.tenant_id = $1 and d.order_id is not null and d.order_id = any (array(
      (select o.order_id from transport_order o
        where o.tenant_id = $1 and o.order_number = $4 and length(o.order_number) <= 255 limit ${mostOrders})
      union
      (select o.order_id from transport_order o where o.tenant_id = $1 and o.order_identifier = $4 limit ${mostOrders})
      union
      (select o.order_id from transport_order o
        where o.tenant_id = $1 and o.customer_reference_number = $4 and length(o.customer_reference_number) <= 255
        limit ${mostOrders})))
   limit ${mostFound}`,
)

type Id = { document_id: string }
const idOf = (row: Id) => row.document_id

const selectRows = statement(
  'documents.list_rows',
  `select ${shown}, d.subject_type, d.subject_id, d.order_id,
          coalesce(
            (select o.order_number from transport_order o where o.tenant_id = $1 and o.order_id = d.order_id),
            (select t.name from trip t where t.tenant_id = $1 and t.trip_id = d.subject_id),
            (select r.name from resource r where r.tenant_id = $1 and r.resource_id = d.subject_id),
            (select c.name from company c where c.tenant_id = $1 and c.company_id = d.subject_id),
            (select c.name from invoice i join company c on c.tenant_id = $1 and c.company_id = i.company_id
              where i.tenant_id = $1 and i.invoice_id = d.subject_id)) as subject_name
     from document d
    where d.tenant_id = $1 and d.document_id = any ($2::uuid[])`,
)

const newestFirst = [down('d.created_at', 'timestamptz'), down('d.document_id', 'uuid')]

/** The list of documents. */
export const documents = new List<DocumentFilters, DocumentSort, ListedDocument>({
  from: 'document as d',
  id: 'd.document_id',
  filters: {
    q: {
      find: async (tx, text) => {
        const name = text.toLowerCase().slice(0, 100)
        const [rows, found] = await Promise.all([
          tx.query<Id>(selectFound, name, endOfPrefix(name), text),
          findRecordIds(tx, 'document', text),
        ])
        return [...new Set([...rows.map(idOf), ...found])]
      },
    },
    document_type: oneOf('d.document_type'),
    subject_type: oneOf('d.subject_type'),
    readable: ofKinds,
  },
  // Names are compared by their first characters, in lower case.
  sorts: {
    name: [up('d.name_key'), up('d.document_id', 'uuid')],
    '-name': [down('d.name_key'), down('d.document_id', 'uuid')],
    created: [up('d.created_at', 'timestamptz'), up('d.document_id', 'uuid')],
    '-created': newestFirst,
  },
  walk: newestFirst,
  mostCounted,
  values: { document_type: sql.ref('d.document_type'), subject_type: sql.ref('d.subject_type') },
  counted: { most: mostCounted, keys: newestFirst },
  read: (tx, ids) => tx.query<ListedDocument>(selectRows, ids),
  idOf,
})

const selectKind = statement(
  'documents.find_kind',
  `select ${subjectKind('$1')} as kind from document d where d.tenant_id = $1 and d.document_id = $2`,
)

/** One document as the list shows it; undefined when none of these kinds has the id (DOC-10). */
export async function findListedDocument(
  tx: Tx,
  documentId: string,
  kinds: readonly SubjectKind[],
): Promise<ListedDocument | undefined> {
  const [[row], kind] = await Promise.all([
    tx.query<ListedDocument>(selectRows, [documentId]),
    findKind(tx, documentId),
  ])
  return kinds.some((one) => one === kind) ? row : undefined
}

/** Kind of a document for access checks (DOC-10); undefined when it does not exist. */
export async function findKind(tx: Tx, documentId: string): Promise<string | undefined> {
  return (await tx.query<{ kind: string }>(selectKind, documentId))[0]?.kind
}

/** Number of documents of each type and of each kind of record, each under the other filters. */
export async function countDocuments(tx: Tx, filters: DocumentFilters): Promise<Answer<typeof contract>> {
  const list = documents.open(tx, filters, undefined)
  const [by_type, by_subject] = await Promise.all([list.countBy('document_type'), list.countBy('subject_type')])
  return { by_type, by_subject }
}
