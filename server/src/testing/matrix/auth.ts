import { randomBytes, randomUUID } from 'node:crypto'
import { listSessions } from '@cartage/contract/auth/app/account'
import { getSession } from '@cartage/contract/auth/app/session'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

const password = 'not the right password'

/** How the matrix requests credentials, users and accounts. */
export const authCases = {
  pathIds: {
    client_id: { of: (victim: Victim) => victim.tenant.client.client_id },
    webhook_client_id: { of: (victim: Victim) => victim.tenant.webhookCredential.client_id },
    user_id: { of: (victim: Victim) => victim.userId },
    session_id: { of: (victim: Victim) => victim.sessionId },
  },
  plainQuery: ['actor_id'],
  bodies: {
    // Bind a program, or a person, to another's company.
    createApiClient: [
      (_: string, { company }: Victim) => ({ name: 'matrix', roles: ['CUSTOMER'], company_id: company.companyId }),
    ],
    changeClientAccess: [() => ({ allowed_networks: [], last_day: null })],
    rotateApiClient: [() => ({ overlap_seconds: 0 })],
    createWebhookCredential: [() => ({ name: 'matrix' })],
    bindWebhookCredential: [
      (_: string, { company }: Victim) => ({ partner: { kind: 'COMPANY', key: company.companyId } }),
    ],
    rotateWebhookCredential: [() => ({ overlap_seconds: 0 })],
    inviteUser: [
      (_: string, { company }: Victim) => ({
        email: `${randomUUID()}@matrix.example`,
        name: 'Matrix',
        role: 'CUSTOMER',
        company_id: company.companyId,
      }),
    ],
    changeUser: [() => ({ is_disabled: true })],
    changePassword: [() => ({ current_password: password, new_password: randomUUID() })],
    beginSecondFactor: [() => ({ current_password: password })],
    confirmSecondFactor: [() => ({ code: '000000' })],
    removeSecondFactor: [() => ({ current_password: password })],
    renewRecoveryCodes: [() => ({ current_password: password })],
    readLink: [() => ({ token: randomBytes(32).toString('base64url') })],
    acceptLink: [() => ({ token: randomBytes(32).toString('base64url'), password: randomUUID() })],
    askForReset: [() => ({ email: `${randomUUID()}@matrix.example` })],
    switchOrganisation: [(_: string, { sessionId }: Victim) => ({ session_id: sessionId })],
    putTenantSettings: [() => ({ time_zone: 'Europe/Lisbon' })],
    compareConfiguration: [() => ({ cartage_config: 1 })],
  },
} as const

/** A person of the victim with an open session. */
export async function createVictimUser(tenant: TestTenant): Promise<{ userId: string; sessionId: string }> {
  const call = await tenant.user('VIEWER')
  const [session, { items }] = await Promise.all([call(getSession, {}), call(listSessions, {})])
  return { userId: session.user.user_id, sessionId: items[0]!.session_id }
}
