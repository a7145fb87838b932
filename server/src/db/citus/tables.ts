/** The table that is spread first: rows of all other tables go to the node that has the orders of their tenant. */
export const anchor = 'transport_order'

/**
 * Tables that every node has whole: what is looked up before the tenant is known (a client, a session, an address, a link), and
 * what those need. They are small, and change seldom.
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

/** Tables of the installation, which are read and written alone. They stay where they are. */
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
 * Tables that rows of tenants point at and that most roles may not write. Citus wants the right to write them from a role that
 * writes a copied table that points there, so these keys are left out: nothing deletes an integration, and a tenant goes only after
 * its rows were counted.
 */
export const unlinkedTables: readonly string[] = ['tenant', 'integration']
