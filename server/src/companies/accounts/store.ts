import { plainNumber } from '@cartage/contract/reading/fold'
import type { By } from '../../audit/rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'

const enter = statement(
  'companies.enter_accounts',
  `insert into company_account_entry as e (tenant_id, company_id, account, entered_by_kind, entered_by)
   select $1::uuid, t.company_id, t.account, $3, $4
     from jsonb_to_recordset($2::jsonb) as t (company_id uuid, account text)
    where $5::boolean or not exists (
      select from company c
        cross join jsonb_array_elements(case jsonb_typeof(c.doc -> 'bank_accounts') when 'array' then c.doc -> 'bank_accounts' end) b
       where c.tenant_id = $1 and c.company_id = t.company_id
         and regexp_replace(upper(b ->> 'iban_code'), '[^A-Z0-9]', '', 'g') = t.account)
   on conflict (tenant_id, company_id, account) do update
      set entered_by_kind = excluded.entered_by_kind, entered_by = excluded.entered_by, entered_at = excluded.entered_at,
          confirmed_by = null, confirmed_at = null
   returning tenant_id`,
)

/** The bank accounts of a company to write. */
interface WithAccounts {
  readonly company_id: string
  readonly company: {
    readonly members: {
      readonly bank_accounts?: readonly { readonly iban_code?: string | null | undefined }[] | null | undefined
    }
  }
}

/**
 * COMP-12: records who entered the new bank accounts of companies. Call before existing companies are written, and
 * after new ones.
 */
export async function enterAccounts(
  tx: Tx,
  by: By,
  companies: readonly WithAccounts[],
  { areNew }: { areNew: boolean },
): Promise<void> {
  const rows = companies.flatMap(({ company_id, company: { members } }) => {
    const accounts = (members.bank_accounts ?? []).map(({ iban_code }) => plainNumber(iban_code))
    return [...new Set(accounts)].filter((account) => account !== '').map((account) => ({ company_id, account }))
  })
  if (rows.length > 0) await tx.query(enter, JSON.stringify(rows), by.actor.kind, by.actor.id, areNew)
}

const lock = statement(
  'companies.lock_account_entry',
  `select account from company_account_entry
    where tenant_id = $1 and company_id = $2 and account = $3 and confirmed_at is null for update`,
)

/** @returns whether the account is unconfirmed; if so, it is locked against other changes until the transaction ends */
export async function lockUnconfirmed(tx: Tx, companyId: string, account: string): Promise<boolean> {
  return (await tx.query(lock, companyId, account)).length === 1
}

const confirm = statement(
  'companies.confirm_account',
  `update company_account_entry set confirmed_by = $4, confirmed_at = now()
    where tenant_id = $1 and company_id = $2 and account = $3`,
)

/** Records who confirmed a locked account. */
export async function setConfirmed(tx: Tx, companyId: string, account: string, by: string | null): Promise<void> {
  await tx.query(confirm, companyId, account, by)
}
