import type { Context } from '../../context.ts'
import { findTenantFacts } from '../../tenants/settings/views.ts'
import { isCommonPassword } from './common-passwords.gateway.ts'
import { checkPassword } from './rules.ts'

/**
 * Checks a password that someone chose (SECRET-5).
 * @param around what else is around the account, such as the name of the person
 * @throws Problem validation_failed for one that is short or among the first that are tried
 */
export async function checkNewPassword(
  ctx: Context,
  tenantId: string,
  password: string,
  email: string,
  around: readonly string[] = [],
): Promise<void> {
  const facts = await ctx.db.asTenant(tenantId, findTenantFacts)
  const context = [email, ...email.split('@'), ...around, ...(facts ? [facts.slug, facts.name] : [])]
  checkPassword(password, context, isCommonPassword)
}
