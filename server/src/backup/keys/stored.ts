/** Column of bytes sealed with the master key, and what binds them to their row. */
export interface SealedPlace {
  readonly table: string
  readonly column: string
  /** SQL for the key of a row within its tenant, as text. */
  readonly row: string
  /** SQL that chooses the rows of the tenant `$1`. */
  readonly ofTenant: string
  /** SQL condition for the rows that keep the version they were sealed with; false for none. */
  readonly stays: string
  /** Context that the vault binds the bytes to. */
  about(tenantId: string | null, row: string): string
}

/** Column of digests of secrets, and which of them are still valid. */
export interface DigestPlace {
  readonly table: string
  readonly column: string
  /** SQL condition for the rows that are still valid. */
  readonly live: string
  /** Display name of the secrets. */
  readonly name: string
}

const usual = (table: string, column: string, row: string, stays = 'false'): SealedPlace => ({
  table,
  column,
  row,
  stays,
  ofTenant: 't.tenant_id = $1',
  about: (tenantId, key) => `${tenantId}|${table}|${column}|${key}`,
})

/** Every column of a tenant table that holds sealed bytes. `versions.test.ts` compares it with the schema. */
export const sealedPlaces: readonly SealedPlace[] = [
  usual('second_factor', 'secret_sealed', 'user_id::text'),
  usual('sign_in_provider', 'secret_sealed', 'provider_id::text'),
  usual('telematics_connection', 'secret_sealed', 'connection_id::text'),
  usual('creation_key', 'answer_sealed', `user_id || ' ' || idempotency_key`),
  usual('subscription', 'receiver_auth', 'subscription_id::text'),
  usual('subscription', 'url_sealed', 'subscription_id::text'),
  // The public key that a receiver has stored is derived from the version its secret was sealed with, so it must not
  // change automatically.
  usual(
    'subscription_secret',
    'sealed',
    'secret_id::text',
    `exists (select from subscription s where s.tenant_id = t.tenant_id
                 and s.subscription_id = t.subscription_id and s.has_public_key)`,
  ),
  usual('tenant_setting', 'road_engine_sealed', `''`),
  { ...usual('mail_server', 'password', `''`), about: (tenantId) => `mail_server|password|${tenantId}` },
  {
    ...usual('sample_simulation', 'access_sealed', `''`),
    about: (tenantId) => `sample_simulation.access_sealed ${tenantId}`,
  },
]

/** Every column with digests of secrets valid for more than a day. */
export const digestPlaces: readonly DigestPlace[] = [
  {
    table: 'api_client_secret',
    column: 'digest',
    live: '(t.expires_at is null or t.expires_at > now())',
    name: 'secrets of API clients',
  },
  {
    table: 'webhook_secret',
    column: 'digest',
    live: '(t.expires_at is null or t.expires_at > now())',
    name: 'secrets of webhook credentials',
  },
  { table: 'recovery_code', column: 'digest', live: 'true', name: 'recovery codes' },
  {
    table: 'door_link',
    column: 'secret_digest',
    live: 't.revoked_at is null and t.expires_at > now()',
    name: 'links for drivers, carriers and customers',
  },
  {
    table: 'telematics_connection',
    column: 'token_digest',
    live: 't.token_digest is not null',
    name: 'tokens for forwarded positions',
  },
]

/** The keys that sign access tokens, for the whole installation. */
export const signingKeys: SealedPlace = {
  ...usual('signing_key', 'private_sealed', 'kid::text'),
  ofTenant: '$1::uuid is null',
  about: (_tenantId, kid) => `signing_key|private_sealed|${kid}`,
}
