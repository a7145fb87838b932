import { removeDocuments } from '@cartage/contract/documents/app/list'
import { largestDocument } from '@cartage/contract/documents/endpoints'
import * as contract from '@cartage/contract/validities/app/documents'
import { byCaller } from '../audit/rules.ts'
import { storeUpload } from '../documents/upload.commands.ts'
import { readFile, serveMultipart } from '../http/body/multipart.ts'
import type { Caller } from '../http/caller.ts'
import { itself } from '../http/each.ts'
import { type Call, type Server, serve } from '../http/serve.ts'
import { requireOwner } from './commands.ts'
import { attachDocument, removeAnyDocument, removeDocument } from './documents.commands.ts'
import type { Owner } from './rules.ts'

/** Binds the documents of resources and companies for screens. */
export function serveDocuments(server: Server): void {
  const { ctx } = server
  serveMultipart(server, contract.addResourceDocument, (call) =>
    attach(server, call, { resource_id: call.params.resource_id }),
  )
  serveMultipart(server, contract.addCompanyDocument, (call) =>
    attach(server, call, { company_id: call.params.company_id }),
  )
  serve(server, contract.removeResourceDocument, async ({ caller, params, requestId }) => {
    const command = commandOf(caller, requestId, { resource_id: params.resource_id })
    await removeDocument(ctx, command, params.document_id)
    return undefined
  })
  serve(server, contract.removeCompanyDocument, async ({ caller, params, requestId }) => {
    const command = commandOf(caller, requestId, { company_id: params.company_id })
    await removeDocument(ctx, command, params.document_id)
    return undefined
  })
  serve(server, removeDocuments, async ({ caller, body, requestId, doEach }) => {
    const { tenantId, permissions } = caller
    const command = { tenantId, permissions, by: byCaller(caller, requestId) }
    return { items: await doEach(body.ids, itself, (id) => removeAnyDocument(ctx, command, id)) }
  })
}

type Attaching = Call<typeof contract.addResourceDocument> | Call<typeof contract.addCompanyDocument>

/** The bytes are not read when the owner does not exist. */
async function attach({ ctx }: Server, { caller, query, request, requestId, inTenant }: Attaching, owner: Owner) {
  await inTenant((tx) => requireOwner(tx, owner))
  const { uploadId, name } = await storeUpload(ctx, caller, (take) => readFile(request, largestDocument, take))
  const paper = { uploadId, name, documentType: query.document_type }
  return await attachDocument(ctx, commandOf(caller, requestId, owner), paper)
}

function commandOf(caller: Caller, requestId: string, owner: Owner) {
  return { tenantId: caller.tenantId, owner, by: byCaller(caller, requestId) }
}
