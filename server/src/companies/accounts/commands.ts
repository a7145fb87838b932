import { msg } from '@cartage/contract/message'
import { plainNumber } from '@cartage/contract/reading/fold'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { findCompanyDetail } from '../details.views.ts'
import { isLeftToOthers } from './rules.ts'
import { lockUnconfirmed, setConfirmed } from './store.ts'
import { listUnconfirmed } from './views.ts'

/**
 * COMP-13: a person who may pay suppliers confirms an account after asking the company; it may then be paid.
 * @param account as the person saw it, in any spelling
 * @throws Problem not_found; state_conflict (409) when the company no longer has it, it is already confirmed, or the
 * person entered it and someone else may confirm it
 */
export async function confirmCompanyAccount(
  ctx: Context,
  { tenantId, by, companyId }: { tenantId: string; by: By; companyId: string },
  account: string,
): Promise<void> {
  const plain = plainNumber(account)
  await ctx.db.asTenant(tenantId, async (tx) => {
    const waits = await lockUnconfirmed(tx, companyId, plain)
    const [company, entries] = await Promise.all([findCompanyDetail(tx, companyId), listUnconfirmed(tx, companyId)])
    if (!company) throw new Problem('not_found')
    const has = company.bank_accounts?.some(({ iban_code }) => plainNumber(iban_code) === plain)
    const entry = entries.find((one) => one.account === plain)
    if (!waits || !has || !entry) {
      throw new Problem('state_conflict', {
        message: 'No account with this number waits to be confirmed. Reload the page.',
      })
    }
    if (isLeftToOthers(entry, by.actor)) {
      throw new Problem('state_conflict', {
        message: msg`You entered the account ${account}. Someone else who may pay suppliers confirms it.`,
      })
    }
    await setConfirmed(tx, companyId, plain, by.actor.id)
    await recordChanges(tx, by, [
      {
        ...({ entity_type: 'company', entity_id: companyId, action: 'updated' } as const),
        ...{ before: { confirmed_account: null }, after: { confirmed_account: plain } },
      },
    ])
  })
}
