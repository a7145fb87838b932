import * as contract from '@cartage/contract/validities/app/validities'
import { byCaller } from '../audit/rules.ts'
import type { Tx } from '../db/tenant.ts'
import type { Caller } from '../http/caller.ts'
import { type Server, serve } from '../http/serve.ts'
import { createValidity, removeValidity, replaceValidity, requireOwner } from './commands.ts'
import { type Owner, validityOutput } from './rules.ts'
import { validities } from './views.ts'

const mostShown = 500

/** Binds validities for screens. */
export function serveValidityScreens(server: Server): void {
  serveOfResources(server)
  serveOfCompanies(server)
}

function serveOfResources(server: Server): void {
  const { ctx } = server
  serve(server, contract.listValiditiesOfResource, async ({ params, inTenant }) =>
    inTenant((tx) => listAll(tx, { resource_id: params.resource_id })),
  )
  serve(server, contract.addValidityToResource, async ({ caller, params, body, requestId }) => {
    const command = commandOf(caller, requestId, { resource_id: params.resource_id })
    return validityOutput(await createValidity(ctx, command, body))
  })
  serve(server, contract.changeValidityOfResource, async ({ caller, params, body, requestId }) => {
    const command = commandOf(caller, requestId, { resource_id: params.resource_id })
    return validityOutput(await replaceValidity(ctx, command, params.validity_id, body))
  })
  serve(server, contract.removeValidityOfResource, async ({ caller, params, requestId }) => {
    await removeValidity(ctx, commandOf(caller, requestId, { resource_id: params.resource_id }), params.validity_id)
    return undefined
  })
}

function serveOfCompanies(server: Server): void {
  const { ctx } = server
  serve(server, contract.listValiditiesOfCompany, async ({ params, inTenant }) =>
    inTenant((tx) => listAll(tx, { company_id: params.company_id })),
  )
  serve(server, contract.addValidityToCompany, async ({ caller, params, body, requestId }) => {
    const command = commandOf(caller, requestId, { company_id: params.company_id })
    return validityOutput(await createValidity(ctx, command, body))
  })
  serve(server, contract.changeValidityOfCompany, async ({ caller, params, body, requestId }) => {
    const command = commandOf(caller, requestId, { company_id: params.company_id })
    return validityOutput(await replaceValidity(ctx, command, params.validity_id, body))
  })
  serve(server, contract.removeValidityOfCompany, async ({ caller, params, requestId }) => {
    await removeValidity(ctx, commandOf(caller, requestId, { company_id: params.company_id }), params.validity_id)
    return undefined
  })
}

function commandOf(caller: Caller, requestId: string, owner: Owner) {
  return { tenantId: caller.tenantId, owner, by: byCaller(caller, requestId) }
}

async function listAll(tx: Tx, owner: Owner) {
  await requireOwner(tx, owner)
  return { items: [...(await validities.open(tx, owner, undefined).walk(undefined, mostShown)).rows] }
}
