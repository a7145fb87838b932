/** The table spread first. Rows of all other tables are colocated with their tenant's orders. */
export const anchor = 'transport_order'

/**
 * Tables copied to every node: look-ups before the tenant is known (a client, a session, an address, a link), and the
 * tables these need. They are small and rarely change.
 */
export const copiedTables: readonly string[] = [
  'tenant',
  'integration',
  'tenant_setting',
  'api_client',
  'webhook_credential',
  'app_user',
  'app_session',
  'user_link',
  'sign_in_provider',
  'sign_in_domain',
  'sign_in_attempt',
  'tenant_logo',
]

/** Tables of the installation, used without joins. They stay where they are. */
export const localTables: readonly string[] = [
  'migration',
  'operator_setting',
  'signing_key',
  'removed_tenant',
  'key_set_aside',
  'failed_attempt',
  'passkey_challenge',
  'rate_holder',
]

/**
 * Tables referenced by tenant rows that most roles may not write. Citus requires write access to them from any role
 * that writes a copied table with such a reference, so these keys are dropped: nothing deletes an integration, and a
 * tenant is deleted only after its rows were counted.
 */
export const unlinkedTables: readonly string[] = ['tenant', 'integration']
