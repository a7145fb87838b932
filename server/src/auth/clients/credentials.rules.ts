import { type ApiRole, apiRoles } from '@cartage/contract/endpoint'
import { msg, type Sentence } from '@cartage/contract/message'
import { errorItem, Problem } from '../../http/problem.ts'
import { isNetwork } from '../../http/proxies.ts'

/** The integration every installation has, for the haulier's own programs. */
export const ownIntegrationId = '5f0f2f6e-8f5c-4f43-9d0a-6f3a1f0c2b11'

/** Id and secret from a Basic header. */
export interface Presented {
  id: string
  secret: string
}

/** Reads `Authorization: Basic …` (RFC 7617). Undefined for anything else, including invalid Base64. */
export function readBasic(header: string | undefined): Presented | undefined {
  const encoded = /^basic +([A-Za-z0-9+/_=-]+) *$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1) return undefined
  return { id: text.slice(0, colon), secret: text.slice(colon + 1) }
}

/** Reads `Authorization: Bearer …` (RFC 6750 section 2.1). */
export function readBearer(header: string | undefined): string | undefined {
  return /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(header ?? '')?.[1]
}

/**
 * Validates the roles of a new client.
 * @throws Problem validation_failed for an unknown role, no role, or CUSTOMER without its company or combined with
 * other roles
 */
export function checkClientRoles(roles: readonly string[], companyId: string | null): ApiRole[] {
  const known = roles.filter((role): role is ApiRole => (apiRoles as readonly string[]).includes(role))
  if (roles.length === 0 || known.length < roles.length) {
    throw invalid('roles', msg`Each role must be one of ${apiRoles.join(', ')}.`, 'role_unknown')
  }
  const isCustomer = known.includes('CUSTOMER')
  if (isCustomer && (companyId === null || known.length > 1)) {
    throw invalid(
      'roles',
      'The role CUSTOMER cannot be combined with other roles and needs the id of its company.',
      'customer_role',
    )
  }
  if (!isCustomer && companyId !== null) {
    throw invalid('company_id', 'Only the role CUSTOMER is linked to a company.', 'company_without_customer_role')
  }
  return [...new Set(known)]
}

/** @throws Problem validation_failed for a malformed address or network */
export function checkNetworks(networks: readonly string[]): void {
  const wrong = networks.findIndex((network) => !isNetwork(network))
  if (wrong === -1) return
  const message = msg`"${networks[wrong]!}" is not an address or network such as 203.0.113.7 or 2001:db8::/48.`
  throw invalid(`allowed_networks.${wrong}`, message, 'network_malformed')
}

/** The Problem of an unregistered integration id (AUTH-8). */
export function integrationUnknown(integrationId: string): Problem {
  const message = msg`There is no integration ${integrationId}. The operator lists the valid ids.`
  return invalid('integration_id', message, 'integration_unknown')
}

/** The Problem of a second rotation while two secrets are live. */
export function rotationRunning(): Problem {
  return invalid(
    '',
    'Two secrets are already active. Revoke the older one before you create a third.',
    'rotation_running',
  )
}

function invalid(path: string, message: Sentence, detail: string): Problem {
  return new Problem('validation_failed', { message, errors: [errorItem(path, message, detail)] })
}
