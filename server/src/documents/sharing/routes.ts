import * as contract from '@cartage/contract/documents/app/sharing'
import { byCaller } from '../../audit/rules.ts'
import { type Server, serve } from '../../http/serve.ts'
import { readerOf } from '../access.rules.ts'
import { createDocumentLink, endDocumentLink, linksOf } from './commands.ts'
import { listLinks } from './views.ts'

const pageSize = 100

/** Binds links to documents: links of a document, and all links of the organisation. */
export function serveSharing(server: Server): void {
  const { ctx } = server
  serve(server, contract.listDocumentLinks, ({ caller, params, inTenant }) =>
    inTenant((tx) => linksOf(ctx, tx, { documentId: params.document_id, reader: readerOf(caller) })),
  )
  serve(server, contract.createDocumentLink, ({ caller, requestId, params, body, inTenant }) => {
    const sharing = { documentId: params.document_id, by: byCaller(caller, requestId), reader: readerOf(caller) }
    return inTenant((tx) => createDocumentLink(ctx, tx, { ...sharing, days: body.days }))
  })
  serve(server, contract.endDocumentLink, ({ caller, requestId, params, inTenant }) => {
    const sharing = { documentId: params.document_id, by: byCaller(caller, requestId), reader: readerOf(caller) }
    return inTenant((tx) => endDocumentLink(ctx, tx, { ...sharing, linkId: params.document_link_id }))
  })
  serve(server, contract.listSharedLinks, async ({ query, inTenant }) => {
    const wanted = { isAll: query.state === 'ALL', before: query.before, now: ctx.now(), most: pageSize + 1 }
    const links = await inTenant((tx) => listLinks(tx, wanted))
    return { items: links.slice(0, pageSize), has_more: links.length > pageSize }
  })
}
