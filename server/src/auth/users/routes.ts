import { listRoles } from '@cartage/contract/auth/app/roles'
import * as contract from '@cartage/contract/auth/app/users'
import { userRoles } from '@cartage/contract/endpoint'
import { byCaller } from '../../audit/rules.ts'
import { Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { endConnection, reopenConnection } from '../oidc/connections.commands.ts'
import { permissionsOf } from '../permissions.rules.ts'
import { removeSecondFactor } from '../second-factor/commands.ts'
import { changeUser, createUserLink, inviteUser } from './accounts.commands.ts'
import { findUser, listUsers } from './views.ts'

/** Users of a tenant, managed by its Super admins. */
export function serveUsers(server: Server): void {
  const { ctx } = server
  serve(server, contract.listUsers, async ({ inTenant }) => ({ items: await inTenant(listUsers) }))
  serve(server, listRoles, async () => ({
    items: userRoles.map((role) => ({ role, permissions: [...permissionsOf(role)] })),
  }))
  serve(server, contract.inviteUser, async ({ caller, requestId, body }) =>
    inviteUser(ctx, caller.tenantId, byCaller(caller, requestId), body),
  )
  serve(server, contract.changeUser, async ({ caller, requestId, params, body, inTenant }) => {
    await changeUser(ctx, caller.tenantId, byCaller(caller, requestId), params.user_id, body)
    const user = await inTenant((tx) => findUser(tx, params.user_id))
    if (user === undefined) throw new Problem('not_found')
    return user
  })
  serve(server, contract.createUserLink, async ({ caller, requestId, params }) =>
    createUserLink(ctx, caller.tenantId, byCaller(caller, requestId), params.user_id),
  )
  serve(server, contract.removeUserSecondFactor, async ({ caller, requestId, params, inTenant }) => {
    if ((await inTenant((tx) => findUser(tx, params.user_id))) === undefined) throw new Problem('not_found')
    const person = { tenantId: caller.tenantId, userId: params.user_id }
    await removeSecondFactor(ctx, person, byCaller(caller, requestId))
    return undefined
  })
  serve(server, contract.endUserConnection, async ({ caller, requestId, params }) => {
    await endConnection(ctx, caller.tenantId, byCaller(caller, requestId), params)
    return undefined
  })
  serve(server, contract.reopenUserConnection, async ({ caller, requestId, params }) => {
    await reopenConnection(ctx, caller.tenantId, byCaller(caller, requestId), params)
    return undefined
  })
}
