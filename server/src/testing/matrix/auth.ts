import { randomBytes, randomUUID } from 'node:crypto'
import { listSessions } from '@cartage/contract/auth/app/account'
import { addSignInProvider } from '@cartage/contract/auth/app/providers'
import { getSession } from '@cartage/contract/auth/app/session'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

const bytes = 'AAAA'
const newPasskey = { credential: bytes, client_data: bytes, attestation: bytes }
const passkeyAnswer = { credential: bytes, client_data: bytes, authenticator_data: bytes, signature: bytes }
const password = 'not the right password'

const provider = (client_secret: string, label = 'matrix') => ({
  label,
  issuer: 'https://login.matrix.example',
  client_id: 'matrix',
  client_secret,
  domains: [`${randomUUID()}.example`],
  trusts_addresses: false,
  is_only_way: false,
  counts_as_second_factor: false,
  new_user_role: null,
})

/** Requests for credentials, users and accounts. */
export const authCases = {
  pathIds: {
    client_id: { of: (victim: Victim) => victim.tenant.client.client_id },
    webhook_client_id: { of: (victim: Victim) => victim.tenant.webhookCredential.client_id },
    user_id: { of: (victim: Victim) => victim.userId },
    provider_id: { of: (victim: Victim) => victim.providerId },
    passkey_id: { of: (victim: Victim) => victim.passkeyId },
    session_id: { of: (victim: Victim) => victim.sessionId },
  },
  plainQuery: ['actor_id'],
  bodies: {
    // Bind a program or a person to another tenant's company.
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
    beginPasskey: [() => ({ current_password: password })],
    addPasskey: [() => ({ name: 'Matrix', passkey: newPasskey })],
    removePasskey: [() => ({ current_password: password })],
    signInWithPasskey: [() => ({ passkey: passkeyAnswer })],
    readLink: [() => ({ token: randomBytes(32).toString('base64url') })],
    acceptLink: [() => ({ token: randomBytes(32).toString('base64url'), password: randomUUID() })],
    askForReset: [() => ({ email: `${randomUUID()}@matrix.example` })],
    addSignInProvider: [() => provider('matrix')],
    changeSignInProvider: [() => provider('matrix')],
    // With another tenant's provider in the body, as if it were the own one.
    trySignInProvider: [(_: string, { providerId }: Victim) => ({ provider_id: providerId })],
    findProviders: [() => ({ email: `a@${randomUUID()}.example` })],
    openProvider: [() => ({ provider_id: randomUUID() })],
    openProviderAgain: [(_: string, { providerId }: Victim) => ({ provider_id: providerId })],
    takeProviderAnswer: [() => ({ answer: `code=a&state=${randomUUID()}` })],
    confirmProviderSignIn: [() => ({ code: '000000' })],
    switchOrganisation: [(_: string, { sessionId }: Victim) => ({ session_id: sessionId })],
    putTenantSettings: [() => ({ time_zone: 'Europe/Lisbon' })],
    compareConfiguration: [() => ({ cartage_config: 1 })],
  },
} as const

/** The victim's user and sign-in data. */
export interface VictimUser {
  userId: string
  sessionId: string
  providerId: string
  passkeyId: string
}

/** A user of the victim with an open session and a passkey, and a sign-in provider of the tenant. */
export async function createVictimUser(tenant: TestTenant, word: string): Promise<VictimUser> {
  const call = await tenant.user('VIEWER')
  const [session, { items }] = await Promise.all([call(getSession, {}), call(listSessions, {})])
  const admin = await tenant.user('SUPER_ADMIN')
  const { provider_id: providerId } = await admin(addSignInProvider, { body: provider(word, word) })
  const passkeyId = randomUUID()
  const text = `insert into passkey (tenant_id, user_id, passkey_id, credential_id, public_key, counter, name)
                values ($1, $2, $3, '\\x01', '\\x02', 0, 'Laptop')`
  await tenant.asTenant((tx) => tx.query({ name: 'test.insert_passkey', text }, session.user.user_id, passkeyId))
  return { userId: session.user.user_id, sessionId: items[0]!.session_id, providerId, passkeyId }
}
