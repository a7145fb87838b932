import type { Context } from '../../context.ts'
import { findTenantFacts } from '../../tenants/settings/views.ts'
import { isCommonPassword } from './common-passwords.gateway.ts'
import { checkPassword } from './rules.ts'

/**
 * Checks a chosen password (SECRET-5).
 * @param around further context of the account, such as the person's name
 * @throws Problem validation_failed if it is short or easy to guess
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
