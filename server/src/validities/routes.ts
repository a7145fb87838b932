import * as contract from '@cartage/contract/validities/endpoints'
import { byCaller } from '../audit/rules.ts'
import type { Tx } from '../db/tenant.ts'
import { listDocumentsById } from '../documents/views.ts'
import type { Caller } from '../http/caller.ts'
import { walkList } from '../http/page.ts'
import { Problem } from '../http/problem.ts'
import { type Server, serve } from '../http/serve.ts'
import {
  attachToCompany,
  belongsTo,
  createValidity,
  removeValidity,
  replaceValidity,
  requireOwner,
} from './commands.ts'
import { serveDocuments } from './documents.routes.ts'
import { serveValidityScreens } from './records.routes.ts'
import { type Owner, type Validity, validityOutput } from './rules.ts'
import { findValidity, listCompanyDocumentRows, listValidityDocumentIds, listValidityRows } from './views.ts'

/** Binds the endpoints of validities, and those of the documents of companies, which may have one. */
export function serveValidities(server: Server): void {
  serveOfResources(server)
  serveOfCompanies(server)
  serveCompanyDocuments(server)
  serveValidityScreens(server)
  serveDocuments(server)
}

function serveOfResources(server: Server): void {
  const { ctx } = server
  const ownerOf = ({ resource_id }: { resource_id: string }): Owner => ({ resource_id })
  serve(server, contract.listResourceValidities, async ({ caller, params, query, inTenant }) => {
    const walk = walkOf(server, caller, contract.listResourceValidities.id, ownerOf(params), query)
    return pageOf(walk, await inTenant(walk.rows))
  })
  serve(server, contract.createResourceValidity, async ({ caller, params, body, requestId }) => {
    return validityOutput(await createValidity(ctx, commandOf(caller, requestId, ownerOf(params)), body))
  })
  serve(server, contract.getResourceValidity, async ({ params, inTenant }) =>
    validityOutput(await inTenant((tx) => getValidity(tx, ownerOf(params), params.id))),
  )
  serve(server, contract.replaceResourceValidity, async ({ caller, params, body, requestId }) => {
    const command = commandOf(caller, requestId, ownerOf(params))
    return validityOutput(await replaceValidity(ctx, command, params.id, body))
  })
  serve(server, contract.deleteResourceValidity, async ({ caller, params, requestId }) => {
    await removeValidity(ctx, commandOf(caller, requestId, ownerOf(params)), params.id)
    return undefined
  })
  serve(server, contract.listResourceValidityDocuments, async ({ params, inTenant }) =>
    inTenant((tx) => documentsOf(tx, ownerOf(params), params.id)),
  )
}

function serveOfCompanies(server: Server): void {
  const { ctx } = server
  const ownerOf = ({ company_id }: { company_id: string }): Owner => ({ company_id })
  serve(server, contract.listCompanyValidities, async ({ caller, params, query, inTenant }) => {
    const walk = walkOf(server, caller, contract.listCompanyValidities.id, ownerOf(params), query)
    return pageOf(walk, await inTenant(walk.rows))
  })
  serve(server, contract.createCompanyValidity, async ({ caller, params, body, requestId }) => {
    return validityOutput(await createValidity(ctx, commandOf(caller, requestId, ownerOf(params)), body))
  })
  serve(server, contract.getCompanyValidity, async ({ params, inTenant }) =>
    validityOutput(await inTenant((tx) => getValidity(tx, ownerOf(params), params.id))),
  )
  serve(server, contract.replaceCompanyValidity, async ({ caller, params, body, requestId }) => {
    const command = commandOf(caller, requestId, ownerOf(params))
    return validityOutput(await replaceValidity(ctx, command, params.id, body))
  })
  serve(server, contract.deleteCompanyValidity, async ({ caller, params, requestId }) => {
    await removeValidity(ctx, commandOf(caller, requestId, ownerOf(params)), params.id)
    return undefined
  })
  serve(server, contract.listCompanyValidityDocuments, async ({ params, inTenant }) =>
    inTenant((tx) => documentsOf(tx, ownerOf(params), params.id)),
  )
}

function serveCompanyDocuments(server: Server): void {
  const { ctx } = server
  serve(server, contract.listCompanyDocuments, async ({ caller, params, query, inTenant }) => {
    const { company_id } = params
    const walk = walkList(ctx, caller, contract.listCompanyDocuments.id, { ...query, company_id })
    const rows = await inTenant(async (tx) => {
      await requireOwner(tx, { company_id })
      return listCompanyDocumentRows(tx, company_id, walk.after, walk.limit)
    })
    const { items, next_cursor } = walk.page(rows, (row) => row.key)
    return { items: items.map((row) => row.output), next_cursor }
  })
  serve(server, contract.createCompanyDocument, async ({ caller, params, body, requestId }) => {
    const { company_id } = params
    const command = { tenantId: caller.tenantId, owner: { company_id }, by: byCaller(caller, requestId) }
    return attachToCompany(ctx, command, body)
  })
}

function commandOf(caller: Caller, requestId: string, owner: Owner) {
  return { tenantId: caller.tenantId, owner, by: byCaller(caller, requestId) }
}

/** A cursor is good for the list of one owner only, so the owner is one of the filters. */
function walkOf(
  { ctx }: Server,
  caller: Caller,
  endpoint: string,
  owner: Owner,
  query: { cursor?: string | undefined; start_time?: string | undefined; end_time?: string | undefined },
) {
  const walk = walkList(ctx, caller, endpoint, { ...query, ...owner })
  const range = { start: walk.filters.start_time ?? null, end: walk.filters.end_time ?? null }
  return {
    ...walk,
    async rows(tx: Tx) {
      await requireOwner(tx, owner)
      return listValidityRows(tx, { owner, range, after: walk.after, limit: walk.limit })
    },
  }
}

type Listing = ReturnType<typeof walkOf>

function pageOf(walk: Listing, rows: Awaited<ReturnType<Listing['rows']>>) {
  const { items, next_cursor } = walk.page(rows, (row) => [row.created_key, row.validity_id])
  return { items: items.map(validityOutput), next_cursor }
}

/** @throws Problem not_found */
async function getValidity(tx: Tx, owner: Owner, id: string): Promise<Validity> {
  await requireOwner(tx, owner)
  const row = await findValidity(tx, id)
  if (!row || !belongsTo(row, owner)) throw new Problem('not_found')
  return row
}

async function documentsOf(tx: Tx, owner: Owner, id: string) {
  await getValidity(tx, owner, id)
  return listDocumentsById(tx, await listValidityDocumentIds(tx, id))
}
