import * as contract from '@cartage/contract/validities/endpoints'
import { byCaller } from '../audit/rules.ts'
import type { Tx } from '../db/tenant.ts'
import { listDocumentsById } from '../documents/views.ts'
import type { Caller } from '../http/caller.ts'
import { walkList } from '../http/page.ts'
import { Problem } from '../http/problem.ts'
import { type Call, type Server, serve } from '../http/serve.ts'
import { oddTimeWarnings, warn } from '../http/warnings.ts'
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
import { companyDocuments, findValidity, listValidityDocumentIds, validities } from './views.ts'

/** Binds the operations of validities, and of company documents, which may have one. */
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
  serve(server, contract.listResourceValidities, (call) =>
    pageOf(server, call, contract.listResourceValidities.id, ownerOf(call.params)),
  )
  serve(server, contract.createResourceValidity, async ({ caller, params, body, requestId, reply }) => {
    const stored = await createValidity(ctx, commandOf(caller, requestId, ownerOf(params)), body)
    warn(reply, oddTimeWarnings({ start_time: stored.start_at }))
    return validityOutput(stored)
  })
  serve(server, contract.getResourceValidity, async ({ params, inTenant }) =>
    validityOutput(await inTenant((tx) => getValidity(tx, ownerOf(params), params.id))),
  )
  serve(server, contract.replaceResourceValidity, async ({ caller, params, body, requestId, reply }) => {
    const command = commandOf(caller, requestId, ownerOf(params))
    const stored = await replaceValidity(ctx, command, params.id, body)
    warn(reply, oddTimeWarnings({ start_time: stored.start_at }))
    return validityOutput(stored)
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
  serve(server, contract.listCompanyValidities, (call) =>
    pageOf(server, call, contract.listCompanyValidities.id, ownerOf(call.params)),
  )
  serve(server, contract.createCompanyValidity, async ({ caller, params, body, requestId, reply }) => {
    const stored = await createValidity(ctx, commandOf(caller, requestId, ownerOf(params)), body)
    warn(reply, oddTimeWarnings({ start_time: stored.start_at }))
    return validityOutput(stored)
  })
  serve(server, contract.getCompanyValidity, async ({ params, inTenant }) =>
    validityOutput(await inTenant((tx) => getValidity(tx, ownerOf(params), params.id))),
  )
  serve(server, contract.replaceCompanyValidity, async ({ caller, params, body, requestId, reply }) => {
    const command = commandOf(caller, requestId, ownerOf(params))
    const stored = await replaceValidity(ctx, command, params.id, body)
    warn(reply, oddTimeWarnings({ start_time: stored.start_at }))
    return validityOutput(stored)
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
    return await inTenant(async (tx) => {
      await requireOwner(tx, { company_id })
      return walk.read(companyDocuments.open(tx, { company_id }, undefined))
    })
  })
  serve(server, contract.createCompanyDocument, async ({ caller, params, body, requestId, reply }) => {
    const { company_id } = params
    const command = { tenantId: caller.tenantId, owner: { company_id }, by: byCaller(caller, requestId) }
    const document = await attachToCompany(ctx, command, body)
    if (body.validity) warn(reply, oddTimeWarnings({ 'validity.start_time': body.validity.start_time }))
    return document
  })
}

function commandOf(caller: Caller, requestId: string, owner: Owner) {
  return { tenantId: caller.tenantId, owner, by: byCaller(caller, requestId) }
}

/** Validities of one owner, page by page. A cursor is valid for one owner only, so the owner is one of the filters. */
function pageOf(
  { ctx }: Server,
  { caller, inTenant, query }: Pick<Call<typeof contract.listResourceValidities>, 'caller' | 'inTenant' | 'query'>,
  endpoint: string,
  owner: Owner,
) {
  const walk = walkList(ctx, caller, endpoint, { ...query, ...owner })
  return inTenant(async (tx) => {
    await requireOwner(tx, owner)
    return walk.read(validities.open(tx, walk.filters, undefined))
  })
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
