import type { ApiRole } from '@cartage/contract/endpoint'
import type { Context } from '../../context.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { Caller, Partner } from '../../http/caller.ts'
import { findTenantFacts } from '../../tenants/settings/views.ts'
import { isArchivedCompany } from '../clients/companies.views.ts'
import type { Presented } from '../clients/credentials.rules.ts'
import { partnerOf } from '../clients/webhook-credentials.views.ts'
import { createLiveCheck } from './live.views.ts'

/** A live machine credential with the data that requests need. */
export interface Credential {
  caller: Caller
  integrationId: string | null
  version: string
  secrets: readonly LiveSecret[]
  /** Networks it may call from; empty for any. */
  networks: readonly string[]
  /** End of validity, milliseconds since 1970; null for none. */
  endsAt: number | null
}

interface LiveSecret {
  digest: Buffer
  /** Milliseconds since 1970; null until a successor exists. */
  endsAt: number | null
}

/** Store that a Basic credential must come from (AUTH-7). */
export type MachineKind = 'client' | 'webhook'

/** A credential found by id and secret, with the stored digest of the secret. */
export interface Recognised extends Credential {
  readonly digest: Buffer
}

/** Cache of machine credentials in this process. The database confirms each one on every request. */
export interface CredentialBook {
  /** The current credential; undefined if it was removed or its tenant suspended. */
  current(tenantId: string, clientId: string): Promise<Credential | undefined>
  /** The credential if id and secret are correct and belong to one of the stores. */
  present(presented: Presented, kinds: readonly MachineKind[]): Promise<Recognised | undefined>
  /**
   * Whether a credential is refused only because its tenant is suspended. It is identified by a verified token, which
   * names the tenant, or by its secret.
   */
  isSuspended(presented: { id: string; tenantId: string } | Presented, kinds?: readonly MachineKind[]): Promise<boolean>
}

const mostRemembered = 10_000

/** Makes the credential book of a process, with at most 10,000 credentials. */
export function createCredentialBook(ctx: Context): CredentialBook {
  const live = createLiveCheck(ctx)
  const known = new Map<string, Promise<Credential | undefined>>()
  const versions = new Map<string, string>()
  const dummy = ctx.vault.digest('nobody has this secret')

  function recall(tenantId: string, clientId: string, version: string): Promise<Credential | undefined> {
    const key = `${tenantId}/${clientId}`
    const remembered = known.get(key)
    if (remembered !== undefined && versions.get(key) === version) return remembered
    const loading = load(ctx, tenantId, clientId, version)
    loading.catch(() => known.delete(key))
    remember(known, key, loading)
    remember(versions, key, version)
    return loading
  }

  return {
    async current(tenantId, clientId) {
      const version = await live.credential(tenantId, clientId)
      return version === undefined ? undefined : unlessArchived(ctx, await recall(tenantId, clientId, version))
    },
    async present(presented, kinds) {
      // PostgreSQL cannot store NUL, so no id contains it.
      const found = presented.id.includes('\u0000') ? undefined : await live.client(presented.id)
      const credential =
        found && (await unlessArchived(ctx, await recall(found.tenant_id, presented.id, found.version)))
      const isKind = credential !== undefined && (kinds as readonly string[]).includes(credential.caller.kind)
      // An unknown id costs the same comparison as a known one.
      const secrets = isKind ? credential.secrets : [{ digest: dummy, endsAt: null }]
      const digest = digestIn(ctx, secrets, presented.secret)
      return isKind && digest ? { ...credential, digest } : undefined
    },
    async isSuspended(presented, kinds = ['client', 'webhook']) {
      for (const tenantId of await suspendedTenants(ctx, presented.id)) {
        if ('tenantId' in presented) return tenantId === presented.tenantId
        const [row] = await ctx.db.asTenant(tenantId, (tx) => tx.query<CredentialRow>(findCredential, presented.id))
        if (row && kinds.includes(row.kind) && digestIn(ctx, secretsOf(row), presented.secret)) return true
      }
      return false
    },
  }
}

const findArchived = statement('auth.find_archived_company', `select ${isArchivedCompany('$2')} as is_archived`)

/** The credential, unless it is bound to a company archived since, whose links are closed too (LINK-9). */
async function unlessArchived(ctx: Context, credential: Credential | undefined): Promise<Credential | undefined> {
  const { tenantId, companyId, partner } = credential?.caller ?? {}
  const bound = companyId ?? (partner?.kind === 'COMPANY' ? partner.key : undefined)
  if (tenantId === undefined || bound === undefined) return credential
  const [row] = await ctx.db.asTenant(tenantId, (tx) => tx.query<{ is_archived: boolean }>(findArchived, bound))
  return row!.is_archived ? undefined : credential
}

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > mostRemembered) map.delete(map.keys().next().value!)
}

/** Digest of a secret among the live ones; undefined if none matches. */
function digestIn(ctx: Context, secrets: readonly LiveSecret[], secret: string): Buffer | undefined {
  const now = ctx.now().getTime()
  let found: Buffer | undefined
  for (const { digest, endsAt } of secrets) {
    const isSame = ctx.vault.isDigest(secret, digest)
    if (isSame && (endsAt === null || endsAt > now)) found = digest
  }
  return found
}

interface CredentialRow {
  kind: MachineKind
  roles: ApiRole[]
  company_id: string | null
  integration_id: string | null
  partner: Partner | null
  secrets: { digest: string; ends_at: number | null }[]
  networks: string[]
  ends_at: number | null
}

const findCredential = statement(
  'auth.find_credential',
  `select 'client' as kind, c.roles, c.company_id, c.integration_id, null::json as partner,
          (select coalesce(json_agg(json_build_object('digest', encode(s.digest, 'hex'),
                    'ends_at', extract(epoch from s.expires_at) * 1000)), '[]')
             from api_client_secret s where s.tenant_id = $1 and s.client_id = c.client_id) as secrets,
          c.allowed_networks as networks,
          (select (extract(epoch from (c.last_day + 1)::timestamp at time zone t.time_zone) * 1000)::float8
             from tenant t where t.tenant_id = c.tenant_id) as ends_at
     from api_client c where c.tenant_id = $1 and c.client_id = $2 and not c.is_removed
    union all
   select 'webhook', '{}', null, null, ${partnerOf('w')},
          (select coalesce(json_agg(json_build_object('digest', encode(s.digest, 'hex'),
                    'ends_at', extract(epoch from s.expires_at) * 1000)), '[]')
             from webhook_secret s where s.tenant_id = $1 and s.client_id = w.client_id), '{}', null
     from webhook_credential w where w.tenant_id = $1 and w.client_id = $2 and not w.is_removed`,
)

async function load(
  ctx: Context,
  tenantId: string,
  clientId: string,
  version: string,
): Promise<Credential | undefined> {
  return ctx.db.asTenant(tenantId, async (tx: Tx) => {
    const [facts, [row]] = await Promise.all([findTenantFacts(tx), tx.query<CredentialRow>(findCredential, clientId)])
    if (facts === undefined || row === undefined) return undefined
    const caller: Caller = {
      kind: row.kind,
      tenantId,
      tenantSlug: facts.slug,
      id: clientId,
      roles: row.roles,
      permissions: [],
      companyId: row.company_id,
      limits: facts.limits,
      ...(row.partner && { partner: row.partner }),
    }
    return {
      caller,
      integrationId: row.integration_id,
      version,
      secrets: secretsOf(row),
      networks: row.networks,
      endsAt: row.ends_at,
    }
  })
}

function secretsOf(row: CredentialRow): LiveSecret[] {
  return row.secrets.map(({ digest, ends_at }) => ({ digest: Buffer.from(digest, 'hex'), endsAt: ends_at }))
}

/** Suspended tenants that have a credential with this id; almost always none. */
async function suspendedTenants(ctx: Context, clientId: string): Promise<string[]> {
  if (clientId.includes('\u0000')) return []
  const { rows } = await ctx.db.shared.query<{ tenant_id: string }>({
    name: 'auth.suspended_clients',
    text: 'select suspended_clients($1) as tenant_id',
    values: [clientId],
  })
  return rows.map(({ tenant_id }) => tenant_id)
}
