import * as contract from '@cartage/contract/tenants/app/organisation'
import { byCaller } from '../../audit/rules.ts'
import { Problem } from '../../http/problem.ts'
import { type Call, type Server, serve } from '../../http/serve.ts'
import { changeOrganisation, putLogo, removeLogo } from './commands.ts'
import { findLogo, readOrganisation } from './views.ts'

/** Binds name, colour and logo of the organisation. */
export function serveOrganisation(server: Server): void {
  const { ctx } = server
  const who = ({ caller, requestId }: Pick<Call<typeof contract.getOrganisation>, 'caller' | 'requestId'>) => ({
    tenantId: caller.tenantId,
    by: byCaller(caller, requestId),
  })
  serve(server, contract.getOrganisation, ({ inTenant }) => inTenant(readOrganisation))
  serve(server, contract.changeOrganisation, (call) => changeOrganisation(ctx, who(call), call.body))
  serve(server, contract.putOrganisationLogo, (call) =>
    putLogo(ctx, who(call), Buffer.from(call.body.content, 'base64')),
  )
  serve(server, contract.removeOrganisationLogo, (call) => removeLogo(ctx, who(call)))
  serve(server, contract.getOrganisationLogo, async ({ params, reply, inTenant }) => {
    const logo = await inTenant((tx) => findLogo(tx, params.logo_id))
    if (!logo) throw new Problem('not_found')
    // Immutable: the file of an id never changes.
    return await reply
      .header('content-type', logo.media_type)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(logo.bytes)
  })
}
