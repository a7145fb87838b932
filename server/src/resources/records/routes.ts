import * as contract from '@cartage/contract/resources/app/record'
import { byCaller } from '../../audit/rules.ts'
import { listTrail } from '../../audit/views.ts'
import { readsPersonal, shownTo } from '../../auth/personal.rules.ts'
import type { Tx } from '../../db/tenant.ts'
import { readableKinds } from '../../documents/access.rules.ts'
import { listDocumentsOfRecord } from '../../documents/latest.views.ts'
import { Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { warn } from '../../http/warnings.ts'
import * as commands from '../commands.ts'
import { findResource } from '../views.ts'
import { serveResourceList } from './list.routes.ts'
import { listTripsOfResource } from './trips.views.ts'
import { readRecord } from './views.ts'

const mostShown = 200

/** Binds resources for screens. */
export function serveResourceScreens(server: Server): void {
  serveResourceList(server)
  serveRecord(server)
  serveChanges(server)
}

function serveRecord(server: Server): void {
  serve(server, contract.getResourceRecord, async ({ caller, params, inTenant }) => {
    const record = await inTenant((tx) => readRecord(tx, params.resource_id))
    return readsPersonal(caller) ? record : { ...shownTo(caller, record), start_stop_location_name: null }
  })
  serve(server, contract.listResourceTrips, async ({ params, inTenant }) =>
    inTenant(async (tx) => {
      await requireResource(tx, params.resource_id)
      return { items: await listTripsOfResource(tx, params.resource_id) }
    }),
  )
  serve(server, contract.listResourceDocuments, async ({ caller, params, inTenant }) =>
    inTenant(async (tx) => {
      await requireResource(tx, params.resource_id)
      const subject = { subject_type: 'RESOURCE', subject_id: params.resource_id }
      return { items: await listDocumentsOfRecord(tx, subject, readableKinds(caller.permissions)) }
    }),
  )
  serve(server, contract.listResourceHistory, async ({ caller, params, inTenant }) =>
    inTenant(async (tx) => {
      await requireResource(tx, params.resource_id)
      const entity = { type: 'resource', id: params.resource_id }
      const items = await listTrail(tx, { entity }, { before: undefined, limit: mostShown })
      return { items: shownTo(caller, items) }
    }),
  )
}

function serveChanges(server: Server): void {
  const { ctx } = server
  serve(server, contract.createResourceRecord, async ({ caller, requestId, body, reply }) => {
    const by = byCaller(caller, requestId)
    const { resource, warnings } = await commands.createResource(ctx, caller.tenantId, by, body)
    warn(reply, warnings)
    return resource
  })
  serve(server, contract.changeResourceRecord, async ({ caller, requestId, params, body, reply }) => {
    const command = { tenantId: caller.tenantId, resourceId: params.resource_id }
    const { resource, warnings } = await commands.patchResource(ctx, command, byCaller(caller, requestId), body)
    warn(reply, warnings)
    return resource
  })
  serve(server, contract.archiveResourceRecord, async ({ caller, requestId, params }) => {
    const command = { tenantId: caller.tenantId, resourceId: params.resource_id }
    await commands.archiveResource(ctx, command, byCaller(caller, requestId))
    return undefined
  })
  serve(server, contract.restoreResourceRecord, async ({ caller, requestId, params }) => {
    const command = { tenantId: caller.tenantId, resourceId: params.resource_id }
    await commands.restoreResource(ctx, command, byCaller(caller, requestId))
    return undefined
  })
}

/** @throws Problem not_found for an unknown or foreign resource, but not for an archived one */
async function requireResource(tx: Tx, id: string): Promise<void> {
  if (!(await findResource(tx, id))) throw new Problem('not_found')
}
