import { rolesWith } from '../../auth/permissions.rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { UnconfirmedAccount } from './rules.ts'

const payers = rolesWith('purchase.pay')
  .map((role) => `'${role}'`)
  .join(', ')

/**
 * SQL: unconfirmed accounts of a company, as a JSON list of `UnconfirmedAccount`. May include accounts that the company
 * no longer has.
 * @param companyId expression of the company id; `$1` is the tenant
 */
export function unconfirmedSql(companyId: string): string {
  // An invited user cannot sign in yet, and so cannot confirm anything.
  return `(select coalesce(json_agg(json_build_object('account', e.account, 'entered_by_kind', e.entered_by_kind,
              'entered_by', e.entered_by, 'entered_by_name', w.name, 'entered_at', ${instant('e.entered_at')},
              'entered_on', (e.entered_at at time zone z.time_zone)::date::text,
              'has_other', exists (select from app_user p
                 where p.tenant_id = $1 and p.role in (${payers}) and not p.is_disabled and not p.is_invited
                   and p.user_id::text is distinct from e.entered_by)) order by e.account), '[]')
       from company_account_entry e
       join tenant z on z.tenant_id = $1
       left join app_user w on w.tenant_id = $1 and e.entered_by_kind = 'user' and w.user_id::text = e.entered_by
      where e.tenant_id = $1 and e.company_id = ${companyId} and e.confirmed_at is null)`
}

const selectUnconfirmed = statement(
  'companies.select_unconfirmed_accounts',
  `select ${unconfirmedSql('$2')} as entries`,
)

/** Unconfirmed accounts of a company. */
export async function listUnconfirmed(tx: Tx, companyId: string): Promise<readonly UnconfirmedAccount[]> {
  return (await tx.query<{ entries: UnconfirmedAccount[] }>(selectUnconfirmed, companyId))[0]?.entries ?? []
}
